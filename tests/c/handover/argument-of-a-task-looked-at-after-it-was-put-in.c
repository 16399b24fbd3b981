// The twin of `jobs-run-through-pointers`: who submits a task looks at its argument afterwards.
#include <pthread.h>
#include <stdlib.h>
struct task {
  void (*run)(void *);
  void *argument;
  struct task *next;
};
struct pool {
  pthread_mutex_t lock;
  struct task *head, *tail;
  int left;
};
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void add(void *argument) {
  int *number = argument;
  pthread_mutex_lock(&sum_lock);
  sum += *number; // NORACE
  pthread_mutex_unlock(&sum_lock);
  *number = 0;  // RACE
  free(number); // RACE
}

static void forget(void *argument) {
  free(argument); // RACE
}

static void submit(struct pool *pool, void (*run)(void *), void *argument) {
  struct task *task = malloc(sizeof *task);
  if (task == NULL)
    abort();
  task->run = run;           // NORACE
  task->argument = argument; // NORACE
  task->next = NULL;         // NORACE
  pthread_mutex_lock(&pool->lock);
  if (pool->tail != NULL)
    pool->tail->next = task; // NORACE
  else
    pool->head = task; // NORACE
  pool->tail = task;   // NORACE
  pthread_mutex_unlock(&pool->lock);
}

static struct task *take(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  struct task *task = pool->head; // NORACE
  if (task != NULL) {
    pool->head = task->next; // NORACE
    if (pool->head == NULL)
      pool->tail = NULL; // NORACE
  }
  pthread_mutex_unlock(&pool->lock);
  return task;
}

static void *work(void *argument) {
  struct pool *pool = argument;
  struct task *task;
  while ((task = take(pool)) != NULL) {
    task->run(task->argument); // NORACE REACHABLE
    free(task);                // NORACE
  }
  return NULL;
}

int main(void) {
  struct pool *pool = malloc(sizeof *pool);
  if (pool == NULL)
    abort();
  pthread_mutex_init(&pool->lock, NULL);
  pool->head = pool->tail = NULL;
  pthread_t first, second;
  pthread_create(&first, NULL, work, pool);
  pthread_create(&second, NULL, work, pool);
  for (int i = 0; i < 100; i++) {
    int *number = malloc(sizeof *number);
    if (number == NULL)
      abort();
    *number = i; // NORACE
    submit(pool, i % 2 ? add : forget, number);
    if (*number) // RACE
      i++;
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(pool);
  return 0;
}
// LONG
