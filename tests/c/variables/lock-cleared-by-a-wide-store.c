// pepsin: exploration=off
// Who has the first lock clears both with one store: the second one keeps nobody out.
#include <pthread.h>
struct {
  int first, second;
} locks;
int left, right;

void *worker(void *unused) {
  while (__atomic_exchange_n(&locks.second, 1, __ATOMIC_SEQ_CST))
    ;
  right++; // RACE
  __atomic_store_n(&locks.second, 0, __ATOMIC_SEQ_CST);
  return NULL;
}

void *other(void *unused) {
  while (__atomic_exchange_n(&locks.first, 1, __ATOMIC_SEQ_CST))
    ;
  left++; // NORACE
  __atomic_store_n((long *)&locks, 0, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, other, NULL);
  for (int i = 0; i < 10; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
