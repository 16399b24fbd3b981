// A number is taken under the lock that is held from the look at the counter to its step, whatever else is held.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
int next;
int items[64];

static void under_two_locks(void) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&counting);
  int taken = next;
  next++;
  pthread_mutex_unlock(&counting);
  if (taken >= 0 && taken < 64)
    items[taken] = 1; // NORACE
  pthread_mutex_unlock(&outer);
}

static void under_one_lock(void) {
  pthread_mutex_lock(&counting);
  int taken = next;
  next++;
  pthread_mutex_unlock(&counting);
  if (taken >= 0 && taken < 64)
    items[taken] = 1; // NORACE
}

void *worker(void *unused) {
  under_two_locks();
  under_one_lock();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
