// `getopt` of glibc puts options in front of operands that stand before them.
#include <pthread.h>
#include <string.h>
#include <unistd.h>
int in_order, elsewhere;

void *first(void *unused) {
  in_order++; // RACE CONFIRMED
  return NULL;
}

void *second(void *unused) {
  elsewhere++; // IMPRECISE
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], "file") != 0 || strcmp(argv[2], "-v") != 0)
    return 0;
  int verbose = 0, letter;
  while ((letter = getopt(argc, argv, "v")) != -1)
    verbose += letter == 'v';
  int right = verbose == 1 && optind == 2 && strcmp(argv[1], "-v") == 0 && strcmp(argv[2], "file") == 0;
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, right ? first : second, NULL);
  pthread_create(&ids[1], NULL, right ? first : second, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
