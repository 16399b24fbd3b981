// The same routine is started in two places.
#include <pthread.h>
int owned;

void *owner(void *unused) {
  owned++; // RACE
  return NULL;
}

void *idler(void *unused) { return NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, owner, NULL);
  pthread_create(&second, NULL, owner, NULL);
  return 0;
}
