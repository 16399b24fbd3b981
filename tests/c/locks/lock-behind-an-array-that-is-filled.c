// pepsin: exploration=off
// A function that writes text into an array does not reach the lock of the next element.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct user {
  pthread_mutex_t lock;
  char name[16];
} users[4];

void *worker(void *unused) {
  int number = rand() % 4;
  pthread_mutex_lock(&users[number].lock); // NORACE REACHABLE
  strcpy(users[number].name, "nobody"); // NORACE REACHABLE
  pthread_mutex_unlock(&users[number].lock); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&users[i].lock, NULL); // NORACE
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
