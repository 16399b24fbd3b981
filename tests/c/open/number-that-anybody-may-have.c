// pepsin: open=always open-arguments=shared
// The same where that is not taken for granted.
void set(int *number) {
  *number = 1; // RACE
}

int get(const int *number) {
  return *number; // RACE
}
