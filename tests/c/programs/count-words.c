// Workers take files from a common list, count alone, and add up under a mutex.
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MOST_FILES 16
#define MOST_WORKERS 8
struct counts {
  long lines, words, characters;
};
static char *files[MOST_FILES];
static int known, next;
static struct counts total;
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, sum = PTHREAD_MUTEX_INITIALIZER;

static int count(const char *name, struct counts *counts) {
  FILE *file = fopen(name, "r");
  if (!file) {
    perror(name);
    return -1;
  }
  int character, inside = 0;
  while ((character = getc(file)) != EOF) {
    counts->characters++; // NORACE
    counts->lines += character == '\n'; // NORACE
    counts->words += !inside && !isspace(character); // NORACE
    inside = !isspace(character);
  }
  fclose(file);
  return 0;
}

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&list);
    int mine = next < known ? next++ : -1; // NORACE
    pthread_mutex_unlock(&list);
    if (mine < 0)
      return NULL;
    struct counts counts = {0, 0, 0};
    if (count(files[mine], &counts) < 0) // NORACE
      continue;
    pthread_mutex_lock(&sum);
    total.lines += counts.lines; // NORACE REACHABLE
    total.words += counts.words; // NORACE
    total.characters += counts.characters; // NORACE
    pthread_mutex_unlock(&sum);
  }
}

int main(int argc, char **argv) {
  pthread_t workers[MOST_WORKERS];
  int started = 4;
  for (int number = 1; number < argc && known < MOST_FILES; number++) {
    if (strncmp(argv[number], "-j", 2) == 0)
      started = atoi(argv[number] + 2);
    else
      files[known++] = argv[number]; // NORACE
  }
  if (started < 1 || started > MOST_WORKERS)
    started = 4;
  for (int number = 0; number < started; number++) {
    if (pthread_create(&workers[number], NULL, worker, NULL)) {
      fprintf(stderr, "a worker cannot be started\n");
      return 1;
    }
  }
  for (int number = 0; number < started; number++)
    pthread_join(workers[number], NULL);
  printf("%ld %ld %ld\n", total.lines, total.words, total.characters); // NORACE REACHABLE
  return 0;
}
