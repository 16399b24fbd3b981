// The ids stand in allocated memory.
#include <pthread.h>
#include <stdlib.h>
pthread_t ids[64];
int total, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  count = input();
  if (count > 64)
    return 1;
  pthread_t *row = malloc(count * sizeof *row);
  for (int i = 0; i < count; i++)
    pthread_create(&row[i], NULL, worker, NULL);
  for (int i = 0; i < count; i++)
    pthread_join(row[i], NULL);
  free(row);
  return total; // NORACE
}
