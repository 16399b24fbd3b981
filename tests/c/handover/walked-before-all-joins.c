// One thread is not joined yet where `main` looks at the list without the lock.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int count;
  struct job *next;
};
static struct job *jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    exit(1);
  job->count = 0; // RACE
  pthread_mutex_lock(&lock);
  job->next = jobs;
  jobs = job; // RACE
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  job = jobs;
  jobs = job ? job->next : NULL; // RACE
  pthread_mutex_unlock(&lock);
  if (job != NULL)
    job->count++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  struct job *job = jobs; // RACE
  if (job != NULL)
    job->count++; // RACE
  pthread_join(second, NULL);
  return 0;
}
