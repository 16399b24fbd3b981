// pepsin: outside-memory=separate
// What `optarg` points to lies in the arguments that were passed.
#include <pthread.h>
#include <unistd.h>

char text[] = "-ax";

void *worker(void *unused) {
  optarg[0] = 'q'; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  char *arguments[] = {"program", text, NULL};
  if (getopt(2, arguments, "a:") != 'a')
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  text[2] = 'w'; // RACE
  pthread_join(id, NULL);
  return 0;
}
