// Each thread opens, uses and closes a stream of its own.
#include <pthread.h>
#include <stdio.h>

static void write_to(const char *name) {
  FILE *file = fopen(name, "w");
  if (!file)
    return;
  fputs("text", file);
  fclose(file);
}

void *worker(void *unused) {
  write_to("one");
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  write_to("two");
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
