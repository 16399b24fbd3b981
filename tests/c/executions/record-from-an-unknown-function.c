// pepsin: unknown-functions=pure
// A record that comes from outside is an input, member by member.
#include <pthread.h>
struct answer { int kind; int value; };
struct answer answer(void);
int shared;

void *worker(void *unused) {
  struct answer given = answer();
  if (given.value == 7)
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
