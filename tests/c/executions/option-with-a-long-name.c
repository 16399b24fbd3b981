// Arguments of the program are those that it compares them with.
#include <pthread.h>
#include <string.h>
int verbose, lines;

void *log_lines(void *unused) {
  if (verbose)
    lines++; // RACE CONFIRMED
  return NULL;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--verbose") == 0)
      verbose = 1;
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, log_lines, NULL);
  pthread_create(&ids[1], NULL, log_lines, NULL);
  return 0;
}
