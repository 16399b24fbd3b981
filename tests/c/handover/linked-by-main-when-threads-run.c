// pepsin: exploration=off
// The second job is linked without the lock when threads may take it.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
static struct job *jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct job *take(void) {
  pthread_mutex_lock(&lock);
  struct job *job = jobs; // RACE
  if (job != NULL)
    jobs = job->next; // RACE
  pthread_mutex_unlock(&lock);
  return job;
}

static void *work(void *unused) {
  struct job *job;
  while ((job = take()) != NULL) {
    job->out = job->in + 1; // IMPRECISE
    free(job); // IMPRECISE
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->in = 1;
  job->next = jobs;
  jobs = job;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  job = malloc(sizeof *job);
  if (!job)
    abort();
  job->next = jobs; // RACE
  jobs = job; // RACE
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
