// Two readers count themselves by one signed bit of the number: 0, -1, 0.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
union {
  int n;
  struct {
    int low : 1;
  } bit;
} readers;
int writing, data;

static void *reader(void *unused) {
  pthread_mutex_lock(&mutex);
  while (writing) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  readers.bit.low++;
  pthread_mutex_unlock(&mutex);
  int found = data; // RACE
  pthread_mutex_lock(&mutex);
  readers.bit.low--;
  pthread_mutex_unlock(&mutex);
  return (void *)(long)found;
}

static void *plain_reader(void *unused) {
  pthread_mutex_lock(&mutex);
  while (writing) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  readers.n++;
  pthread_mutex_unlock(&mutex);
  int found = data; // RACE
  pthread_mutex_lock(&mutex);
  readers.n--;
  pthread_mutex_unlock(&mutex);
  return (void *)(long)found;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&mutex);
  while (writing || readers.n) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  writing = 1;
  pthread_mutex_unlock(&mutex);
  data++; // RACE
  pthread_mutex_lock(&mutex);
  writing = 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  pthread_create(&threads[3], NULL, plain_reader, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
