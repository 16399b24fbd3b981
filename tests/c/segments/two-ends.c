// One worker is below the border, the other one above twice the border, which may be negative.
#include <pthread.h>
int input(void);

int border;
int items[2000000];

void *worker(void *argument) {
  long id = (long)argument;
  int *middle = items + 1000000;
  for (int k = -1000000; k < 1000000; k++)
    if (id == 0) {
      if (k < border)
        middle[k]++; // RACE
    } else {
      if (k >= 2 * border)
        middle[k]++; // RACE
    }
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  border = input();
  for (long i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
// LONG
