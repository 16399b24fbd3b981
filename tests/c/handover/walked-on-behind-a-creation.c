// What `main` has found in the list without the lock is not its own any more when it has created a thread that takes it out.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int count;
  struct job *next;
};
static struct job *jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    exit(1);
  job->count = 0;
  pthread_mutex_lock(&lock);
  job->next = jobs; // NORACE
  jobs = job;       // NORACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = jobs; // NORACE
  if (job != NULL)
    jobs = job->next; // NORACE
  pthread_mutex_unlock(&lock);
  if (job != NULL)
    job->count++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, add, NULL);
  pthread_join(id, NULL);
  struct job *job = jobs; // NORACE
  pthread_create(&id, NULL, take, NULL);
  if (job != NULL)
    job->count++; // RACE
  pthread_join(id, NULL);
  return 0;
}
