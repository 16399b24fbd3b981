// `getopt` puts operands behind options: what stood second may stand third, or the other way round.
#include <pthread.h>
#include <unistd.h>

static char name[] = "a", operand[] = "xxxx", option[] = "-b";
static char *arguments[] = {name, operand, option, NULL};

static void *writer(void *unused) {
  arguments[1][1] = 1; // RACE
  return unused;
}

static void *other(void *unused) {
  option[1] = 1; // RACE
  return unused;
}

int main(void) {
  pthread_t first, second;
  while (getopt(3, arguments, "b") != -1)
    ;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
