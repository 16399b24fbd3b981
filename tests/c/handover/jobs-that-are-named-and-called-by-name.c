// A job is passed as a function beside its argument, and called by its name only.
#include <pthread.h>
#include <stdlib.h>
static void *ring[8];
static unsigned head, tail, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;

static void job(void *argument) {
  int *number = argument;
  *number += 1; // NORACE REACHABLE
  free(number); // NORACE REACHABLE
}

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!count)
      pthread_cond_wait(&more, &lock);
    void *argument = ring[head]; // NORACE REACHABLE
    head = (head + 1) % 8;       // NORACE
    count--;                     // NORACE
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&lock);
    job(argument);
  }
}

static void submit(void (*run)(void *), void *argument) {
  pthread_mutex_lock(&lock);
  while (count == 8)
    pthread_cond_wait(&room, &lock);
  ring[tail] = argument; // NORACE REACHABLE
  tail = (tail + 1) % 8; // NORACE
  count++;               // NORACE
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t ids[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < 100; i++) {
    int *number = malloc(sizeof *number);
    if (!number)
      abort();
    *number = i; // NORACE
    submit(job, number);
  }
  pthread_exit(NULL);
}
