// Library functions access memory through their arguments.
#include <pthread.h>
#include <string.h>
char a[8] = "a", b[8] = "b";

void *worker(void *unused) {
  strcpy(a, "new"); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return (int)strlen(b); // NORACE
}
