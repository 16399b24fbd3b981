// The lower bound is passed through a pointer to a function that takes a byte: the parts overlap.
#include <pthread.h>
int input(void);
int n;
int items[1000000];
void add(unsigned char low, int high) { for (int k = low; k < high; k++) items[k]++; } // RACE
void (*f)(int, int) = (void (*)(int, int))add;
void *first(void *argument) { f(0, n); return argument; }
void *second(void *argument) { f(n, 1000); return argument; }
int main(void) {
  pthread_t one, other;
  n = input();
  if (n < 0 || n > 1000) return 1;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
