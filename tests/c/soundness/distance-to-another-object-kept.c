// A distance between two objects is what leads from one to the other, wherever it was kept and whatever it was multiplied by.
// That C leaves it undefined stops no program with pointers relative to themselves.
#include <pthread.h>

struct node {
  long next;
  int count;
};

struct node first, second;
int base, counter;
long distance;

void *follower(void *unused) {
  struct node *next = (struct node *)((char *)&first + first.next);
  next->count = 1;                       // RACE
  *(int *)((char *)&base + distance) = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  first.next = (char *)&second - (char *)&first;
  distance = (char *)&counter - (char *)&base;
  pthread_create(&id, NULL, follower, NULL);
  second.count = 2; // RACE
  counter = 2;      // RACE
  pthread_join(id, NULL);
  return 0;
}
