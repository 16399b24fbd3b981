// pepsin: open=without-main
// The program has a `main`, so nobody else calls it.
static int counter;

void count(void) {
  counter++;
}

int main(void) {
  count();
  return 0;
}
