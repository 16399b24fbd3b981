// The local variable of the outer activation escaped, that of the inner one did not.
#include <pthread.h>
int *outer;

void *worker(void *unused) {
  *outer = 1; // RACE
  return NULL;
}

static void visit(int depth) {
  pthread_t id;
  int local = depth;
  if (depth == 0) {
    pthread_create(&id, NULL, worker, NULL);
  } else {
    outer = &local; // NORACE
    visit(depth - 1);
  }
  local++; // RACE
  if (depth > 0)
    pthread_exit(NULL);
}

int main(void) {
  visit(1);
  return 0;
}
