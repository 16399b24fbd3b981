// What is passed to a parameter whose address other threads know from an outer call is known to them.
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

void show_in_turn(struct item *item, int turns) {
  pthread_mutex_lock(&lock);
  shown = &item;
  pthread_mutex_unlock(&lock);
  if (turns)
    show_in_turn(malloc(sizeof(struct item)), turns - 1);
  else
    item->x = 1; // RACE
  pthread_mutex_lock(&lock);
  shown = NULL;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  show_in_turn(NULL, 1);
  pthread_join(id, NULL);
  return 0;
}
