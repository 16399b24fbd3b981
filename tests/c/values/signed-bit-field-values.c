// The value of an assignment to a bit-field is what the bit-field holds then.
#include <pthread.h>
struct flags {
  signed low : 3;
  unsigned high : 5;
};
int assigned, stepped, never, input;

void *worker(void *unused) {
  struct flags flags = {0};
  int value = input;
  int kept = (flags.low = value);
  if (kept == -1)
    assigned++; // RACE
  if (kept > 3)
    never++; // NORACE
  flags.low = 3;
  if (++flags.low == -4)
    stepped++; // RACE
  return NULL;
}

int main(int count, char **texts) {
  pthread_t id;
  input = count + 6;
  pthread_create(&id, NULL, worker, NULL);
  assigned++; // RACE
  never++; // NORACE
  stepped++; // RACE
  pthread_join(id, NULL);
  return 0;
}
