// The pointer to the ids moves on before they are joined.
#include <pthread.h>
pthread_t ids[64];
int total, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  count = input();
  if (count > 64)
    return 1;
  pthread_t *row = ids;
  for (int i = 0; i < count; i++)
    pthread_create(&row[i], NULL, worker, NULL);
  row++;
  for (int i = 0; i < count; i++)
    pthread_join(row[i], NULL);
  return total; // RACE
}
