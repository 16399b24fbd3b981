// The loop that joins is bounded by the member of another object of the same allocation.
#include <pthread.h>
#include <stdlib.h>
int input(void);
struct limit {
  int count;
};
struct limit *first, *second, *third, *fourth;
pthread_t ids[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void make(struct limit **limit, int count) {
  struct limit *made = malloc(sizeof *made);
  made->count = count;
  *limit = made;
}

int main(void) {
  int count = input();
  if (count < 2 || count > 64)
    return 1;
  make(&first, 1);
  make(&second, count);
  make(&third, count - 1);
  make(&fourth, 1);
  for (int i = 0; i < second->count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < third->count; i++)
    pthread_join(ids[i], NULL);
  return total; // RACE
}
