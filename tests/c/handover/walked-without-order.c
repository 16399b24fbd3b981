// The list does not change any more, so its head may be read without a lock; what is in it belongs to nobody all the same.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int count;
  struct job *next;
};
static struct job *jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  for (struct job *job = jobs; job != NULL; job = job->next)
    job->count++; // RACE
  return NULL;
}

static void add(void) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    exit(1);
  job->count = 0; // NORACE
  pthread_mutex_lock(&lock);
  job->next = jobs; // NORACE
  jobs = job;       // NORACE
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t first, second;
  add();
  add();
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
