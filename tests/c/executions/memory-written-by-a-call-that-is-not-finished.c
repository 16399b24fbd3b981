// A call that is not finished has written what it certainly writes; others go on until they call the library.
#include <pthread.h>
#include <regex.h>
regex_t expression;
int answers;

void *worker(void *unused) {
  regcomp(&expression, "a", 0); // RACE CONFIRMED
  answers++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  regcomp(&expression, "b", 0); // RACE
  pthread_join(id, NULL);
  answers++;
  return 0;
}
