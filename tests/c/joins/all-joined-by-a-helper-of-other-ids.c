// Another thread lets the pointer to the ids lead to others before a helper joins these.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t pointer_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t first[2], second[2];
pthread_t *ids = first;
int shared;

static void *idle(void *unused) {
  return NULL;
}

static void *worker(void *unused) {
  pthread_mutex_lock(&data_lock);
  shared++; // RACE
  pthread_mutex_unlock(&data_lock);
  return NULL;
}

static void *changer(void *unused) {
  pthread_mutex_lock(&pointer_lock);
  ids = second;
  pthread_mutex_unlock(&pointer_lock);
  return NULL;
}

static void join_all(pthread_t *row, int count) {
  for (int number = 0; number < count; number++)
    pthread_join(row[number], NULL);
}

int main(void) {
  pthread_t id;
  pthread_create(&second[0], NULL, idle, NULL);
  pthread_create(&second[1], NULL, idle, NULL);
  pthread_mutex_lock(&pointer_lock);
  for (int number = 0; number < 2; number++)
    pthread_create(&ids[number], NULL, worker, NULL);
  pthread_mutex_unlock(&pointer_lock);
  pthread_create(&id, NULL, changer, NULL);
  pthread_mutex_lock(&pointer_lock);
  join_all(ids, 2);
  pthread_mutex_unlock(&pointer_lock);
  shared = 5; // RACE
  return 0;
}
