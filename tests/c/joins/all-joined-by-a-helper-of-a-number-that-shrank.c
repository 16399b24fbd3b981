// Another thread lowers the number of threads before a helper joins that many.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t number_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t ids[100];
int number, shared;

static void *worker(void *unused) {
  pthread_mutex_lock(&data_lock);
  shared++; // RACE
  pthread_mutex_unlock(&data_lock);
  return NULL;
}

static void *changer(void *unused) {
  pthread_mutex_lock(&number_lock);
  number--;
  pthread_mutex_unlock(&number_lock);
  return NULL;
}

static void join_all(pthread_t *row, int count) {
  number = 0;
  for (int index = 0; index < count; index++)
    pthread_join(row[index], NULL);
}

int main(int argc, char **argv) {
  pthread_t id;
  if (argc > 100)
    return 0;
  number = argc;
  pthread_create(&id, NULL, changer, NULL);
  pthread_mutex_lock(&number_lock);
  for (int index = 0; index < number; index++)
    pthread_create(&ids[index], NULL, worker, NULL);
  pthread_mutex_unlock(&number_lock);
  pthread_mutex_lock(&number_lock);
  join_all(ids, number);
  pthread_mutex_unlock(&number_lock);
  shared = 5; // RACE
  return 0;
}
