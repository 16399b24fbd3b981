// Freeing a compiled expression, and hidden states with an explicit part, are writes.
#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
regex_t pattern;
unsigned short numbers[2][3];

void *worker(void *unused) {
  regexec(&pattern, "text", 0, NULL, 0); // RACE REACHABLE
  erand48(numbers[0]);                   // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  if (regcomp(&pattern, "t", 0)) // NORACE REACHABLE
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  erand48(numbers[1]); // RACE REACHABLE
  regfree(&pattern);   // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
