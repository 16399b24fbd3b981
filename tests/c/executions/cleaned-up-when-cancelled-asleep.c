// A thread that is cancelled while it sleeps cleans up, and then its data are destroyed.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>
int shared, destroyed;
pthread_key_t key;

static void count(void *by) {
  shared += *(int *)by; // RACE CONFIRMED
}

static void destroy(void *unused) {
  int several[40];
  several[3] = 1;
  destroyed += several[3]; // RACE CONFIRMED
}

void *worker(void *unused) {
  int by = 2;
  pthread_setspecific(key, &shared);
  pthread_cleanup_push(count, &by); // OBSTACLE
  int left = sleep(10);
  by += left;
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_key_create(&key, destroy);
  pthread_create(&id, NULL, worker, NULL);
  pthread_cancel(id);
  shared++; // RACE CONFIRMED
  destroyed++; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
