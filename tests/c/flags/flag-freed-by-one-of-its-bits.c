// A field of one bit is set to two, which stores zero: it frees a flag that somebody else has set.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
union { int w; struct { int low : 1; } bit; } busy;
int data, amount;
static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  while (busy.w) { pthread_mutex_unlock(&mutex); pthread_mutex_lock(&mutex); }
  busy.w = 1;
  pthread_mutex_unlock(&mutex);
  data++; // RACE
  pthread_mutex_lock(&mutex);
  busy.w = 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *clearer(void *unused) {
  int two = 2;
  pthread_mutex_lock(&mutex);
  busy.bit.low = two;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, worker, NULL);
  pthread_create(&t[1], NULL, worker, NULL);
  pthread_create(&t[2], NULL, clearer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return data;
}
