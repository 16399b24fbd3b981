// The size of an array to which a pointer points is evaluated where the pointer is declared.
#include <pthread.h>
int size = 1;

void *worker(void *unused) {
  int(*rows)[size] = NULL; // OBSTACLE
  return rows;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  size = 2;
  pthread_join(id, NULL);
  return 0;
}
