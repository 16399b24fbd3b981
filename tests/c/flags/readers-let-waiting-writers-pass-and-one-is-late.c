// A writer announces itself, and does not wait for the readers that there are.
#include <pthread.h>
struct lock {
  pthread_mutex_t mutex;
  pthread_cond_t may_read, may_write;
  int active_readers, active_writers, waiting_writers;
} lock;
int data[4];

static void initialise(struct lock *l) {
  pthread_mutex_init(&l->mutex, NULL);
  pthread_cond_init(&l->may_read, NULL);
  pthread_cond_init(&l->may_write, NULL);
  l->active_readers = l->active_writers = l->waiting_writers = 0;
}

static void begin_reading(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->active_writers + l->waiting_writers > 0)
    pthread_cond_wait(&l->may_read, &l->mutex);
  l->active_readers++;
  pthread_mutex_unlock(&l->mutex);
}

static void end_reading(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  l->active_readers--;
  if (l->active_readers == 0)
    pthread_cond_signal(&l->may_write);
  pthread_mutex_unlock(&l->mutex);
}

static void begin_writing(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  l->waiting_writers++;
  while (l->active_writers > 0)
    pthread_cond_wait(&l->may_write, &l->mutex);
  l->waiting_writers--;
  l->active_writers++;
  pthread_mutex_unlock(&l->mutex);
}

static void end_writing(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  l->active_writers--;
  pthread_cond_signal(&l->may_write);
  pthread_cond_broadcast(&l->may_read);
  pthread_mutex_unlock(&l->mutex);
}

static void *reader(void *unused) {
  int sum = 0;
  for (int round = 0; round < 100; round++) {
    begin_reading(&lock);
    for (int i = 0; i < 4; i++)
      sum += data[i]; // RACE
    end_reading(&lock);
  }
  return (void *)(long)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 100; round++) {
    begin_writing(&lock);
    for (int i = 0; i < 4; i++)
      data[i]++; // RACE
    end_writing(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[6];
  initialise(&lock);
  for (int number = 0; number < 6; number++)
    pthread_create(&threads[number], NULL, number % 2 ? reader : writer, NULL);
  for (int number = 0; number < 6; number++)
    pthread_join(threads[number], NULL);
  return data[0];
}
