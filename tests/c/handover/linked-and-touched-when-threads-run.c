// pepsin: exploration=off
// What was linked when there were no threads is touched once there are.
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
  struct job *job = jobs; // NORACE
  if (job != NULL)
    jobs = job->next; // NORACE
  pthread_mutex_unlock(&lock);
  return job;
}

static void *work(void *unused) {
  struct job *job;
  while ((job = take()) != NULL) {
    job->out = job->in + 1; // RACE
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
  job->in = 2; // RACE
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
