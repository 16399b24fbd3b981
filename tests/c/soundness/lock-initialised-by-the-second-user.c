// A lock that is initialised while another thread may take it protects nothing.
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int balance;
} *account;

void *first_user(void *unused) {
  pthread_mutex_lock(&account->lock); // RACE CONFIRMED
  account->balance++; // RACE
  pthread_mutex_unlock(&account->lock); // RACE
  return NULL;
}

void *second_user(void *unused) {
  pthread_mutex_init(&account->lock, NULL); // RACE CONFIRMED
  pthread_mutex_lock(&account->lock);
  account->balance++; // RACE
  pthread_mutex_unlock(&account->lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  pthread_create(&first, NULL, first_user, NULL);
  pthread_create(&second, NULL, second_user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
