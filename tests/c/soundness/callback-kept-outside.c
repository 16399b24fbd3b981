// A function from outside of the program is passed a function of the program, which it calls whenever it likes.
#include <pthread.h>
int files;

void visit_all(const char *path, int (*visit)(const char *path, int flag));

static int visit(const char *path, int flag) {
  files++;
  return 0;
}

static void *worker(void *unused) {
  visit_all("/", visit); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
