// What is handed to the library for the function that it calls reaches that function.
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
int found;

static int visit(struct dl_phdr_info *library, size_t size, void *count) {
  *(int *)count += library->dlpi_phnum > 0; // RACE
  return size < sizeof *library;
}

void *worker(void *unused) {
  dl_iterate_phdr(visit, &found); // ENDS
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  found = 0; // RACE
  return 0;
}
