// A pipe delivers what was sent, in its order, and tells its end.
#include <pthread.h>
#include <unistd.h>
int shared, ends[2];

void *worker(void *unused) {
  write(ends[1], "abc", 3);
  close(ends[1]);
  shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  char text[8];
  pthread_t id;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  if (read(ends[0], text, 2) == 2 && text[0] == 'a' && text[1] == 'b' && read(ends[0], text, 8) == 1 && text[0] == 'c' &&
      read(ends[0], text, 8) == 0)
    shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
