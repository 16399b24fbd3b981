// An array at the end of allocated memory is as long as that, whatever it says.
#include <pthread.h>
#include <stdlib.h>
struct text {
  short length;
  char letters[2];
} *text;

void *worker(void *unused) {
  text->letters[5] = 'a'; // RACE
  return unused;
}

int main(void) {
  pthread_t thread;
  text = malloc(sizeof *text + 30);
  if (!text)
    return 1;
  pthread_create(&thread, NULL, worker, NULL);
  for (int i = 0; i < 20; i++)
    text->letters[i] = 'b'; // RACE
  pthread_join(thread, NULL);
  return 0;
}
