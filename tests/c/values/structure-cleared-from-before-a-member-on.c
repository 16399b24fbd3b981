// A structure is found by the address of a member behind its start.
#include <pthread.h>
#include <stddef.h>
#include <string.h>
struct user {
  int visits;
  char name[16];
} users[4];

void *worker(void *number) {
  users[(long)number & 3].visits = 1; // RACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)(long)count);
  struct user *user = &users[count & 3];
  memset((char *)user->name - offsetof(struct user, name), 0, 8); // RACE
  pthread_join(thread, NULL);
  return 0;
}
