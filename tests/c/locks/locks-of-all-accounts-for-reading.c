// Locks of all accounts are held for reading by all, which excludes nobody.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define ACCOUNTS 8
struct account {
  int number;
  long balance;
  pthread_rwlock_t lock;
} accounts[ACCOUNTS];

void *teller(void *unused) {
  for (;;) {
    struct account *account = &accounts[__VERIFIER_nondet_uint() % ACCOUNTS];
    pthread_rwlock_rdlock(&account->lock);
    account->balance++; // RACE
    pthread_rwlock_unlock(&account->lock);
  }
}

void *auditor(void *result) {
  long sum = 0;
  for (int i = 0; i < ACCOUNTS; i++)
    pthread_rwlock_rdlock(&accounts[i].lock);
  for (int i = 0; i < ACCOUNTS; i++)
    sum += accounts[i].balance; // RACE
  for (int i = 0; i < ACCOUNTS; i++)
    pthread_rwlock_unlock(&accounts[i].lock);
  return (void *)sum;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < ACCOUNTS; i++)
    pthread_rwlock_init(&accounts[i].lock, NULL);
  pthread_create(&id, NULL, teller, NULL);
  pthread_create(&id, NULL, teller, NULL);
  pthread_create(&id, NULL, auditor, NULL);
  pthread_exit(NULL);
}
