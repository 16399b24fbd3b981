// Under `owner` others never find the counter raised, though it is while `update` is released in between.
#include <pthread.h>

pthread_mutex_t owner = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t update = PTHREAD_MUTEX_INITIALIZER;
int raised;
int failures;

static void *worker(void *argument) {
  pthread_mutex_lock(&owner);
  int found = raised;
  pthread_mutex_unlock(&owner);
  if (found)
    failures++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_mutex_lock(&owner);
  pthread_mutex_lock(&update);
  raised++; // NORACE
  pthread_mutex_unlock(&update);
  pthread_mutex_lock(&update);
  raised--; // NORACE
  pthread_mutex_unlock(&update);
  pthread_mutex_unlock(&owner);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
