// The border is one less when the first thread reads it, and the second thread begins one in front of that.
#include <pthread.h>
int input(void);

int border, items[100000];

int look(void) { return border; }

void *lower(void *argument) {
  for (int k = 0; k < border; k++)
    if (k < 100000)
      items[k]++; // RACE
  return argument;
}

void *upper(void *argument) {
  for (int k = border - 1; k < 100000; k++)
    if (k >= 0)
      items[k]++; // RACE
  return argument;
}

int main(void) {
  pthread_t one, other;
  border = input();
  look();
  border = border - 1;
  pthread_create(&one, NULL, lower, NULL);
  look();
  pthread_create(&other, NULL, upper, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
