// Twin of distance-to-another-object-kept.c: a distance within one object is a number, and leads nowhere else.
#include <pthread.h>

struct node {
  long next;
  int count;
};

struct node nodes[2];
int array[4], other;
long distance;

void *follower(void *unused) {
  struct node *next = (struct node *)((char *)&nodes[0] + nodes[0].next);
  next->count = 1;       // NORACE
  array[distance] = 1;   // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  nodes[0].next = (char *)&nodes[1] - (char *)&nodes[0];
  distance = &array[3] - array;
  pthread_create(&id, NULL, follower, NULL);
  nodes[0].count = 2; // NORACE
  array[0] = 2;       // NORACE
  other = 2;
  pthread_join(id, NULL);
  return 0;
}
