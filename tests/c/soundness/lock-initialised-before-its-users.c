// pepsin: exploration=off
// A lock that is initialised and destroyed while nobody else uses it protects.
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int balance;
} *account;

void *user(void *unused) {
  pthread_mutex_lock(&account->lock); // NORACE REACHABLE
  account->balance++; // NORACE REACHABLE
  pthread_mutex_unlock(&account->lock); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL); // NORACE
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_mutex_destroy(&account->lock); // NORACE
  free(account);
  return 0;
}
