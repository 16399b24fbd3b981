// Bit-fields of packed records are read and written in their bytes alone, also where they cross units or have 64 bits and more bytes.
#include <pthread.h>
struct __attribute__((packed)) small {
  unsigned first : 3;
  unsigned second : 5;
};
struct __attribute__((packed)) large {
  unsigned char first : 5;
  unsigned char second : 7;
  unsigned long third : 60;
  int last : 9;
};
struct small global = {5, 17};
struct large given = {21, 100, 0x123456789abcdefUL, -3};
int never, always;

static void check(int holds) {
  if (!holds)
    never++; // IMPRECISE
}

void *worker(void *unused) {
  struct small one = {3, 30};
  one.second++;
  check(one.first == 3 && one.second == 31 && global.first == 5 && global.second == 17);
  struct large two = given;
  two.second--;
  check(two.first == 21 && two.second == 99 && two.third == 0x123456789abcdefUL && two.last == -3);
  two.third = 0xfedcba987654321UL;
  check(two.first == 21 && two.second == 99 && two.third == 0xfedcba987654321UL && two.last == -3);
  double tagged = __builtin_nan("0x11");
  check(*(long *)&tagged == 0x7ff8000000000011);
  always++; // RACE CONFIRMED
  return 0;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, worker, 0);
  pthread_create(&ids[1], 0, worker, 0);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
  return 0;
}
