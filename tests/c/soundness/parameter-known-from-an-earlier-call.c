// What is passed to a parameter whose address other threads know from an earlier call is known to them.
#include <pthread.h>
#include <stdlib.h>
struct item { int x; };
struct item **shown;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  if (shown && *shown)
    (*shown)->x = 2; // RACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

void show(struct item *item) {
  pthread_mutex_lock(&lock);
  shown = &item;
  pthread_mutex_unlock(&lock);
  if (item)
    item->x = 1; // RACE
  pthread_mutex_lock(&lock);
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
