// The next node of a list from outside may be any node.
#include <pthread.h>
struct node { struct node *next; int value; };
extern struct node *nodes;

void *worker(void *unused) {
  nodes->next->value = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  nodes->value = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
