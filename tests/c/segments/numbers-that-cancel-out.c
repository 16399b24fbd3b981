// The difference of a number that is read twice is not what it looks like: another worker may have counted between.
#include <pthread.h>
#include <stdint.h>
int input(void);

int values[10000], counted, chunk;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  int number = (int)(intptr_t)argument;
  pthread_mutex_lock(&mutex);
  int before = counted;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  int next = counted + 1;
  pthread_mutex_unlock(&mutex);
  int low = number * chunk + (next - before);
  for (int k = low; k < low + chunk; k++)
    values[k] = k; // RACE
  pthread_mutex_lock(&mutex);
  counted++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int count = input();
  chunk = input();
  if (count < 1 || count > 64 || chunk < 1 || chunk > 100)
    return 1;
  pthread_t ids[64];
  for (intptr_t i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
