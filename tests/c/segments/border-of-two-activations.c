// A function that creates threads calls itself: the border of the second thread is that of the inner call.
#include <pthread.h>
int input(void);

int items[100000];
pthread_t ids[2];

void *lower(void *argument) {
  int border = (int)(long)argument;
  for (int k = 0; k < border; k++)
    items[k]++; // RACE
  return NULL;
}

void *upper(void *argument) {
  int border = (int)(long)argument;
  for (int k = border; k < 100000; k++)
    items[k]++; // RACE
  return NULL;
}

static void start(void *(*work)(void *), int border) {
  if (work == upper)
    start(lower, border ^ 5);
  pthread_create(work == upper ? &ids[1] : &ids[0], NULL, work, (void *)(long)border);
}

int main(void) {
  int border = input();
  if (border < 0 || border > 1000)
    return 1;
  start(upper, border ^ 1);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
