// pepsin: exploration=off
// Lists are fields of records, and one lock protects all of them: functions get the list, and do not know which one it is.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int in, out;
  struct job *next;
};
struct list {
  struct job *head, *tail;
  size_t length;
};
static struct list todo, done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static int is_empty(const struct list *list) { return list->head == NULL; } // NORACE

static void append(struct list *list, struct job *job) {
  job->next = NULL; // NORACE
  if (is_empty(list))
    list->head = job; // NORACE
  else
    list->tail->next = job; // NORACE
  list->tail = job;         // NORACE
  list->length++;           // NORACE
}

static struct job *first(struct list *list) {
  struct job *job = list->head; // NORACE
  list->head = job->next;       // NORACE
  list->length--;               // NORACE
  return job;
}

static void *work(void *unused) {
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&lock);
    while (is_empty(&todo))
      pthread_cond_wait(&more, &lock);
    struct job *job = first(&todo);
    pthread_mutex_unlock(&lock);
    job->out = 2 * job->in; // NORACE REACHABLE
    pthread_mutex_lock(&lock);
    append(&done, job);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void clear(void) {
  pthread_mutex_lock(&lock);
  while (!is_empty(&done)) {
    struct job *job = first(&done);
    job->out = 0; // NORACE
    free(job);    // NORACE
  }
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 20; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      exit(1);
    job->in = i; // NORACE
    pthread_mutex_lock(&lock);
    append(&todo, job);
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    clear();
  }
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  clear();
  return 0;
}
