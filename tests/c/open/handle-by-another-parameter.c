// pepsin: open=always open-groups=handles:serialised-by-argument/1:move
// The declaration is about the second parameter: nothing is said of the first one.
struct handle {
  long position;
};

void move(struct handle *from, struct handle *to) {
  to->position = 1;   // RACE
  from->position = 0; // RACE
}
