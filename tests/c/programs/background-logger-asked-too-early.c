// The workers are asked how many lines were dropped before they are joined.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define SLOTS 8
#define LENGTH 80
static struct {
  char lines[SLOTS][LENGTH];
  int first, count, stopped;
  unsigned long dropped;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
} ring = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void report(const char *format, ...) {
  char line[LENGTH];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&ring.mutex);
  if (ring.count == SLOTS) { // NORACE
    ring.dropped++; // RACE
  } else {
    int slot = (ring.first + ring.count) % SLOTS; // NORACE
    memcpy(ring.lines[slot], line, sizeof line); // NORACE REACHABLE
    ring.count++; // NORACE
    pthread_cond_signal(&ring.changed);
  }
  pthread_mutex_unlock(&ring.mutex);
}

static void *writer(void *file) {
  char line[LENGTH];
  for (;;) {
    pthread_mutex_lock(&ring.mutex);
    while (!ring.count && !ring.stopped) // NORACE
      pthread_cond_wait(&ring.changed, &ring.mutex);
    if (!ring.count) // NORACE
      break;
    memcpy(line, ring.lines[ring.first], sizeof line); // NORACE REACHABLE
    ring.first = (ring.first + 1) % SLOTS; // NORACE
    ring.count--; // NORACE
    pthread_mutex_unlock(&ring.mutex);
    fprintf(file, "%s\n", line);
  }
  pthread_mutex_unlock(&ring.mutex);
  return NULL;
}

static void *worker(void *argument) {
  for (int step = 0; step < 10; step++)
    report("worker %d, step %d", *(int *)argument, step); // NORACE
  return NULL;
}

int main(void) {
  pthread_t log, workers[3];
  int numbers[3];
  pthread_create(&log, NULL, writer, stderr);
  for (int number = 0; number < 3; number++) {
    numbers[number] = number; // NORACE
    pthread_create(&workers[number], NULL, worker, &numbers[number]);
  }
  if (ring.dropped > 0) // RACE
    puts("lines are dropped");
  for (int number = 0; number < 3; number++)
    pthread_join(workers[number], NULL);
  pthread_mutex_lock(&ring.mutex);
  ring.stopped = 1; // NORACE
  pthread_cond_signal(&ring.changed);
  pthread_mutex_unlock(&ring.mutex);
  pthread_join(log, NULL);
  printf("%lu lines dropped\n", ring.dropped); // NORACE REACHABLE
  return 0;
}
// LONG
