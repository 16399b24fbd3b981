// Each job is put into both lists of the lock, so two threads take it out.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int count;
  struct job *next;
};
static struct job *first_jobs, *second_jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take_first(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = first_jobs; // NORACE
  first_jobs = NULL;            // NORACE
  pthread_mutex_unlock(&lock);
  if (job != NULL)
    job->count++; // RACE
  return NULL;
}

static void *take_second(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = second_jobs; // NORACE
  second_jobs = NULL;            // NORACE
  pthread_mutex_unlock(&lock);
  if (job != NULL)
    job->count++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, take_first, NULL);
  pthread_create(&second, NULL, take_second, NULL);
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    exit(1);
  job->count = 0; // NORACE
  job->next = NULL;
  pthread_mutex_lock(&lock);
  first_jobs = job;  // NORACE
  second_jobs = job; // NORACE
  pthread_mutex_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
