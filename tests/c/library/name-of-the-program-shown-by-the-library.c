// Where the program put no function of its own in its place, the library tells who speaks.
#include <error.h>
#include <pthread.h>
int shown;

void show(void) {
  shown++;
}

void *worker(void *unused) {
  error(0, 0, "something is wrong");
  return NULL;
}

int main(void) {
  pthread_t id;
  error_print_progname = NULL;
  pthread_create(&id, NULL, worker, NULL);
  show();
  pthread_join(id, NULL);
  return 0;
}
