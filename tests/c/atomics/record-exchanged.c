// All of a record is exchanged.
#include <pthread.h>
struct pair {
  int first, second;
};
int shared;

void *worker(void *unused) {
  struct pair kept = {1, 2}, given = {3, 4}, old;
  __atomic_exchange(&kept, &given, &old, __ATOMIC_SEQ_CST);
  if (old.second == 2)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
