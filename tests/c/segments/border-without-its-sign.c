// The border is compared once with its sign and once without: below zero it is greater than all.
#include <pthread.h>
int input(void);

#include <stddef.h>
long border;
int items[1000];

void *lower(void *argument) {
  for (size_t k = 0; k < (size_t)border; k++) {
    if (k >= 1000)
      break;
    items[k]++; // RACE
  }
  return argument;
}

void *upper(void *argument) {
  for (long k = border; k < 1000; k++)
    if (k >= 0)
      items[k]++; // RACE
  return argument;
}

int main(void) {
  pthread_t one, other;
  border = input();
  pthread_create(&one, NULL, lower, NULL);
  pthread_create(&other, NULL, upper, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
