// pepsin: open=always
// With a `main` of its own the program would use its counter alone.
static int counter;

void count(void) {
  counter++; // RACE
}

int main(void) {
  count();
  return 0;
}
