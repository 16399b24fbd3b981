// A variable that no option names keeps its value.
#include <getopt.h>
#include <pthread.h>
static int parallel, verbose;
int shared;

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

int main(int count, char **arguments) {
  static struct option words[] = {{"verbose", no_argument, &verbose, 1}, {0}};
  pthread_t id;
  while (getopt_long(count, arguments, "", words, NULL) != -1)
    ;
  if (!parallel)
    return 0;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
