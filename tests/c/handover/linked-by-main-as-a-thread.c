// pepsin: exploration=off
// `main` runs as a thread as well, and links without the lock what it keeps for itself then.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
static struct job *jobs;
static int started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = jobs; // RACE
  if (job != NULL)
    jobs = job->next; // RACE
  pthread_mutex_unlock(&lock);
  if (job != NULL)
    job->out = job->in + 1; // IMPRECISE
  return NULL;
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->in = 1; // IMPRECISE
  job->next = jobs; // RACE
  jobs = job; // RACE
  if (started++)
    return 0;
  pthread_t first, second;
  pthread_create(&first, NULL, (void *(*)(void *))main, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
