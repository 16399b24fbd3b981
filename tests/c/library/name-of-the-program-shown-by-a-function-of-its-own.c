// `error` calls the function that the program put in its place to tell who speaks.
#include <error.h>
#include <pthread.h>
int shown;

void show(void) {
  shown++;
}

void *worker(void *unused) {
  error(0, 0, "something is wrong"); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  error_print_progname = show;
  pthread_create(&id, NULL, worker, NULL);
  shown++;
  pthread_join(id, NULL);
  return 0;
}
