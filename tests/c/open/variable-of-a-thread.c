// pepsin: open=always
// What a call leaves in a variable of its thread the next one finds.
static _Thread_local int *mine;
static int first, second;

void choose(int which) {
  mine = which ? &first : &second; // NORACE
}

void set(int to) {
  if (mine)
    *mine = to; // RACE
}
