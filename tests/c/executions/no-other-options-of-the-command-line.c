// There are no more options than there are.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  char program[] = "program", first[] = "-ab", second[] = "word", third[] = "file";
  char *arguments[] = {program, first, second, third, NULL};
  pthread_t id;
  if (getopt(4, arguments, "ab:") != 'a' || getopt(4, arguments, "ab:") != 'b' || optarg != second)
    return 1;
  if (getopt(4, arguments, "ab:") != -1 || optind != 4)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
