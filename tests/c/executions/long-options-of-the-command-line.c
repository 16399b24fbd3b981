// Long options are found by their names, by the beginnings of these, and tell their numbers.
#include <getopt.h>
#include <pthread.h>
int shared, verbose;

void *worker(void *unused) {
  shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  struct option words[] = {{"verbose", no_argument, &verbose, 7}, {"level", required_argument, NULL, 'l'}, {0}};
  char program[] = "program", first[] = "--verb", second[] = "--level=3", third[] = "--level", fourth[] = "4";
  char *arguments[] = {program, first, second, third, fourth, NULL};
  int found = -1;
  pthread_t id;
  if (getopt_long(5, arguments, "l:", words, &found) != 0 || verbose != 7 || found != 0)
    return 1;
  if (getopt_long(5, arguments, "l:", words, &found) != 'l' || optarg != second + 8 || found != 1)
    return 1;
  if (getopt_long(5, arguments, "l:", words, &found) != 'l' || optarg != fourth)
    return 1;
  if (getopt_long(5, arguments, "l:", words, &found) != -1 || optind != 5)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
