// What is added to a number that was taken and then subtracted again is not the same any more.
#include <pthread.h>
#include <stdatomic.h>

static int values[1200], distance = 16;
static atomic_int next;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  int start;
  while ((start = atomic_fetch_add(&next, 16)) < 1000) {
    pthread_mutex_lock(&m);
    int behind = start + distance;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    int i = behind - distance;
    pthread_mutex_unlock(&m);
    values[i] = 1; // RACE
  }
  return NULL;
}

static void *changer(void *unused) {
  pthread_mutex_lock(&m);
  distance = 0;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t one, other, third;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_create(&third, NULL, changer, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  pthread_join(third, NULL);
  return 0;
}
