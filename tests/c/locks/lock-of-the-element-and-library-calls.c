// pepsin: exploration=off
// Library functions work on an element of an array on the heap, under the lock of the element.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct user {
  char name[32];
  int scores[4];
  pthread_mutex_t lock;
} *users;

void *worker(void *unused) {
  char copy[32];
  for (int i = 0; i < 100; i++) {
    int number = rand() % 10;
    pthread_mutex_lock(&users[number].lock);
    snprintf(users[number].name, sizeof users[number].name, "%d", i); // NORACE
    users[number].scores[i & 3]++; // NORACE
    users[number].name[i & 7] = 'x'; // NORACE
    strcpy(copy, users[number].name); // NORACE REACHABLE
    memset(&users[number].scores, 0, sizeof users[number].scores); // NORACE
    pthread_mutex_unlock(&users[number].lock);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  users = malloc(10 * sizeof *users);
  for (int i = 0; i < 10; i++)
    pthread_mutex_init(&users[i].lock, NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
