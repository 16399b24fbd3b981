// What begins two names is neither, and an option without an argument takes none.
#include <getopt.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  struct option words[] = {{"level", no_argument, NULL, 'l'}, {"length", no_argument, NULL, 'n'}, {0}};
  char program[] = "program", first[] = "--le", second[] = "--level=3";
  char *arguments[] = {program, first, second, NULL};
  pthread_t id;
  opterr = 0;
  if (getopt_long(3, arguments, "", words, NULL) != '?' || optopt != 0)
    pthread_create(&id, NULL, worker, NULL);
  else if (getopt_long(3, arguments, "", words, NULL) != '?' || optopt != 'l')
    pthread_create(&id, NULL, worker, NULL);
  else
    return 0;
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
