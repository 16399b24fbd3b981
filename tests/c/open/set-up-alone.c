// pepsin: open=always open-groups=set-up:alone-first:set_up
// The table is filled by a function that is called alone, before all others.
static int table[8];

void set_up(void) {
  for (int i = 0; i < 8; i++)
    table[i] = i * i; // NORACE
}

int square(int of) {
  return of >= 0 && of < 8 ? table[of] : -1; // NORACE
}
