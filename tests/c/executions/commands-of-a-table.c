// Commands stand in a table, and a line of input is compared with each of them.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
int requests;
void *count(void *unused) {
  requests++; // RACE CONFIRMED
  return NULL;
}
struct command {
  const char *name;
  void *(*routine)(void *);
};
const struct command commands[] = {{"COUNT", count}};

int main(void) {
  char line[64];
  pthread_t id;
  while (fgets(line, sizeof line, stdin)) {
    char *end = strpbrk(line, " \n");
    if (!end)
      continue;
    *end = 0;
    if (strcmp(line, commands[0].name) == 0)
      pthread_create(&id, NULL, commands[0].routine, NULL);
  }
  return 0;
}
