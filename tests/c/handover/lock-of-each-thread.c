// pepsin: exploration=off
// Each thread has a lock of its own.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int value;
  struct job *next;
};
static _Thread_local pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *top;

static void push(struct job *job) {
  pthread_mutex_lock(&lock);
  job->next = top;
  top = job;
  pthread_mutex_unlock(&lock);
}

static struct job *job_of(int value) {
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  job->value = value;
  return job;
}

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = top;
  if (job)
    job->value++; // RACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  push(job_of(1));
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
