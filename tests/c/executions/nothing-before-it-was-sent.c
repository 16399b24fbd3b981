// What comes before bytes are sent to a pipe comes before they are read.
#include <pthread.h>
#include <unistd.h>
int shared, ends[2];

void *worker(void *unused) {
  shared = 1; // IMPRECISE
  write(ends[1], "a", 1);
  return NULL;
}

int main(void) {
  char text[8];
  pthread_t id;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  if (read(ends[0], text, 8) != 1 || text[0] != 'a')
    return 1;
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
