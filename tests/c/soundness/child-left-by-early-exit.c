// One exit of the joined thread leaves before it joins its child.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;

void *child(void *unused) {
  shared = 1; // RACE
  return NULL;
}

static void give_up(void) { pthread_exit(NULL); }

void *parent(void *unused) {
  pthread_t id;
  pthread_create(&id, NULL, child, NULL);
  if (__VERIFIER_nondet_int())
    give_up();
  pthread_join(id, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, parent, NULL);
  pthread_join(id, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
