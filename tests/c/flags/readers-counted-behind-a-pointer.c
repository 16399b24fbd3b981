// The same in a record that functions are given by its address.
#include <pthread.h>
struct lock {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int readers, writer;
} lock = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
int data[4];

static void begin_reading(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->writer) // NORACE
    pthread_cond_wait(&l->changed, &l->mutex);
  l->readers++; // NORACE
  pthread_mutex_unlock(&l->mutex);
}

static void end_reading(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  if (--l->readers == 0) // NORACE
    pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static void begin_writing(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->writer || l->readers) // NORACE
    pthread_cond_wait(&l->changed, &l->mutex);
  l->writer = 1; // NORACE
  pthread_mutex_unlock(&l->mutex);
}

static void end_writing(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  l->writer = 0; // NORACE
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    begin_reading(&lock);
    for (int i = 0; i < 4; i++)
      sum += data[i]; // NORACE
    end_reading(&lock);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    begin_writing(&lock);
    for (int i = 0; i < 4; i++)
      data[i]++; // NORACE
    end_writing(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int number = 0; number < 5; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 5; number++)
    pthread_join(threads[number], NULL);
  return data[0]; // NORACE
}
