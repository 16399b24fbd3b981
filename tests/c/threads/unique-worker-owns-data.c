// A thread created once owns what nobody else touches.
#include <pthread.h>
int owned;

void *owner(void *unused) {
  owned++; // NORACE
  return NULL;
}

void *idler(void *unused) { return NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, owner, NULL);
  pthread_create(&second, NULL, idler, NULL);
  return 0;
}
