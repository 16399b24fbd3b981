// Behind the joins `main` makes a circle of the list and returns; what runs at the end of the process starts threads that find it.
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
    abort();
  job->count = 0;
  pthread_mutex_lock(&lock);
  job->next = jobs;
  jobs = job;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = jobs;
  if (job != NULL)
    jobs = job->next;
  pthread_mutex_unlock(&lock);
  if (job != NULL)
    job->count++; // RACE
  return NULL;
}

__attribute__((destructor)) static void at_the_end(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, take, NULL);
  pthread_create(&second, NULL, take, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, add, NULL);
  pthread_join(id, NULL);
  struct job *job = jobs;
  if (job != NULL)
    job->next = job;
  return 0;
}
