// The border is read once as a number with a sign, and once as one without.
#include <pthread.h>
int input(void);

int border;
int items[1000];

void *lower(void *argument) {
  unsigned end = *(unsigned *)&border;
  for (unsigned k = 0; k < end; k++) {
    if (k >= 1000)
      break;
    items[k]++; // RACE
  }
  return argument;
}

void *upper(void *argument) {
  for (int k = border; k < 1000; k++)
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
