// The value of a bit-field that `int` can hold is promoted to `int`, also where it is that of an assignment, of `++`,
// or of a statement expression, and where it waits for another operand (C17 6.3.1.1 2).
#include <pthread.h>
#include <stdatomic.h>
struct flags {
  unsigned low : 5;
  unsigned long wide : 20;
  unsigned long word : 32;
};
int assigned, constant, compound, before, after, statement, waiting, wide, word, plain;
atomic_int other = -1;
int five = 5;

void *worker(void *unused) {
  struct flags flags = {0};
  if (!((flags.low = five) < -1))
    assigned++; // RACE
  if ((flags.low = 32) - 1 < 0)
    constant++; // RACE
  if (!((flags.low -= five) < -1))
    compound++; // RACE
  if (!(++flags.low < -1))
    before++; // RACE
  if (!(flags.low++ < -1))
    after++; // RACE
  if (!(({ flags.low; }) < -1))
    statement++; // RACE
  if (!(flags.low < atomic_load(&other)))
    waiting++; // RACE
  if (!((flags.wide = five) < -1))
    wide++; // RACE
  if (!((flags.word = five) < -1))
    word++; // NORACE
  unsigned copied;
  if (!((copied = flags.low++) < -1))
    plain++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  assigned++; // RACE
  constant++; // RACE
  compound++; // RACE
  before++; // RACE
  after++; // RACE
  statement++; // RACE
  waiting++; // RACE
  wide++; // RACE
  word++; // NORACE
  plain++; // NORACE
  pthread_join(id, NULL);
  return 0;
}
