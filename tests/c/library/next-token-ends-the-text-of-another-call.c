// strtok called with null writes into the text of the call before, whoever made that.
#include <pthread.h>
#include <string.h>
char text[6] = "a b c";

void *worker(void *unused) {
  strtok(NULL, " "); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  strtok(text, " ");
  pthread_create(&id, NULL, worker, NULL);
  char seen = text[3]; // RACE
  return seen;
}
