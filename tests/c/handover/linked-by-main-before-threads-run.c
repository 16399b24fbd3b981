// pepsin: exploration=off
// No lock is needed for what is linked while there are no threads.
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
    job->out = job->in + 1; // NORACE
    free(job);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 100; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      abort();
    job->in = i; // NORACE
    job->next = jobs; // NORACE
    jobs = job; // NORACE
  }
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
