// pepsin: exploration=off
// A function that touches no list has created the threads: `main` has the first job no longer, which it finds under another lock.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
static struct job *jobs;
static const char *name;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static struct job *take(void) {
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&lock);
  struct job *job = jobs; // NORACE
  if (job != NULL)
    jobs = job->next; // NORACE
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&other);
  return job;
}

static void *work(void *unused) {
  struct job *job;
  while ((job = take()) != NULL)
    job->out = job->in + 1; // RACE
  return NULL;
}

static void start(pthread_t *thread) { pthread_create(thread, NULL, work, NULL); }

int main(void) {
  pthread_t first, second;
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->in = 1;
  job->next = jobs;
  jobs = job;
  name = "linked";
  start(&first);
  start(&second);
  pthread_mutex_lock(&other);
  struct job *found = jobs; // NORACE
  pthread_mutex_unlock(&other);
  if (found)
    found->in = 2; // RACE
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
