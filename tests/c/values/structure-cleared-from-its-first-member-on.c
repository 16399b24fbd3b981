// More is cleared than the member whose address is passed: the whole structure, in an array of such.
#include <pthread.h>
#include <string.h>
struct user {
  char name[16];
  int visits;
} users[4];

void *worker(void *number) {
  users[(long)number & 3].visits = 1; // RACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)(long)count);
  memset(users[count & 3].name, 0, sizeof(struct user)); // RACE
  pthread_join(thread, NULL);
  return 0;
}
