// Each reader ends while it is counted. After many of them the number begins anew.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
unsigned readers, writers;
int data;

static void *reader(void *unused) {
  int sum = 0;
  {
    pthread_mutex_lock(&mutex);
    while (writers > 0)
      pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
    sum += data; // RACE
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (readers > 0 || writers > 0)
      pthread_cond_wait(&changed, &mutex);
    writers++;
    pthread_mutex_unlock(&mutex);
    data++; // RACE
    pthread_mutex_lock(&mutex);
    writers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t first, other;
  pthread_create(&first, NULL, writer, NULL);
  for (unsigned long number = 0; number <= 0x100000000ul; number++) {
    pthread_create(&other, NULL, reader, NULL);
    pthread_detach(other);
  }
  pthread_join(first, NULL);
  return 0;
}
// LONG
