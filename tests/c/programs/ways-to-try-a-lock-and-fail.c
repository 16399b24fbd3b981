// One of the functions does its work when the lock is busy, too.
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared, failures[2];

static bool entered(void) { return pthread_mutex_trylock(&mutex) == 0; }

static int enter(void) {
  if (pthread_mutex_trylock(&mutex))
    return -1;
  return 0;
}

static int by_switch(int *mine) {
  switch (pthread_mutex_trylock(&mutex)) {
  case 0:
    shared++; // RACE
    pthread_mutex_unlock(&mutex);
    return 0;
  case EBUSY:
    shared++; // RACE
    return EBUSY;
  default:
    return -1;
  }
}

static int by_loop(void) {
  int result, tries = 0;
  while ((result = pthread_mutex_trylock(&mutex)) != 0 && tries < 10)
    tries++;
  if (result != 0)
    goto failed;
  shared--; // RACE
  pthread_mutex_unlock(&mutex);
failed:
  return result;
}

static void *worker(void *argument) {
  int *mine = argument;
  by_switch(mine);
  by_loop();
  if (entered()) {
    shared++; // RACE
    pthread_mutex_unlock(&mutex);
  }
  if (enter() < 0) {
    ++*mine; // NORACE REACHABLE
    return NULL;
  }
  shared++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &failures[0]);
  pthread_create(&second, NULL, worker, &failures[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return shared; // NORACE
}
