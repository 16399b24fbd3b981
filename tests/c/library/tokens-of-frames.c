// Each thread cuts a text of its own: what strtok_r returns lies in it.
#include <pthread.h>
#include <string.h>
int words;

void *worker(void *unused) {
  char text[12] = "one two", *position;
  for (char *word = strtok_r(text, " ", &position); word; word = strtok_r(NULL, " ", &position))
    word[0] = '-';
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  words = 2; // NORACE
  return words; // NORACE
}
