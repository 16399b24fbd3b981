// The flags of a table of options are set by `getopt_long`.
#include <getopt.h>
#include <pthread.h>
static int parallel;
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(int count, char **arguments) {
  static struct option words[] = {{"parallel", no_argument, &parallel, 1}, {0}};
  pthread_t id;
  while (getopt_long(count, arguments, "", words, NULL) != -1)
    ;
  if (!parallel)
    return 0;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
