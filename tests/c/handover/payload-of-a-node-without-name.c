// pepsin: exploration=off
// A second node is put in with the first one, and leads to what all second nodes lead to.
#include <pthread.h>
#include <stdlib.h>
struct request {
  int number, square;
};
struct cell {
  struct request *request;
  struct cell *next;
};
static struct cell *top;
static struct request *kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct cell *made(struct request *request) {
  struct cell *cell = malloc(sizeof *cell);
  if (!cell)
    abort();
  cell->request = request;
  cell->next = NULL;
  return cell;
}

static void put(struct cell *cell) {
  pthread_mutex_lock(&lock);
  cell->next->next = top; // NORACE
  top = cell;             // NORACE
  pthread_mutex_unlock(&lock);
}

static void push(struct request *request) {
  struct cell *cell = made(request);
  cell->next = made(kept);
  put(cell);
}

static void *serve(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&lock);
    struct cell *cell = top; // NORACE
    if (cell)
      top = cell->next; // NORACE
    pthread_mutex_unlock(&lock);
    if (cell) {
      struct request *request = cell->request; // NORACE
      free(cell);                              // NORACE
      request->square = request->number;       // RACE
    }
  }
  return unused;
}

int main(void) {
  pthread_t servers[2];
  kept = malloc(sizeof *kept);
  if (!kept)
    abort();
  kept->number = 1;
  for (int i = 0; i < 2; i++)
    pthread_create(&servers[i], NULL, serve, NULL);
  for (int i = 0; i < 10; i++) {
    struct request *request = malloc(sizeof *request);
    if (!request)
      abort();
    request->number = i;
    push(request);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(servers[i], NULL);
  return 0;
}
