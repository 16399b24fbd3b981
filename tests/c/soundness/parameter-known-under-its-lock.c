// What is passed to a parameter that other threads know is written under the lock by which they know it.
#include <pthread.h>
#include <stdlib.h>
struct item { int x; };
struct item **shown;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  if (shown && *shown)
    (*shown)->x = 2; // NORACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

void show(struct item *item) {
  pthread_mutex_lock(&lock);
  shown = &item;
  if (item)
    item->x = 1; // NORACE
  shown = NULL;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  show(NULL);
  show(malloc(sizeof(struct item)));
  pthread_join(id, NULL);
  return 0;
}
