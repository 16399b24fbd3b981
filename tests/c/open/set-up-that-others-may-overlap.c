// pepsin: open=always
// The same without the declaration: anybody may call the function that fills the table at any time.
static int table[8];

void set_up(void) {
  for (int i = 0; i < 8; i++)
    table[i] = i * i; // RACE
}

int square(int of) {
  return of >= 0 && of < 8 ? table[of] : -1; // RACE
}
