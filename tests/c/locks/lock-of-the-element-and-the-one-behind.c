// pepsin: exploration=off
// A call goes on to the element behind the one that is locked.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct user {
  char name[32];
  pthread_mutex_t lock;
} *users;

void *worker(void *unused) {
  int number = rand() % 9;
  pthread_mutex_lock(&users[number].lock); // NORACE
  memset(&users[number], 0, sizeof *users + 8); // RACE
  pthread_mutex_unlock(&users[number].lock); // NORACE
  return NULL;
}

void *other(void *unused) {
  int number = rand() % 10;
  pthread_mutex_lock(&users[number].lock); // RACE
  users[number].name[rand() % 4] = 'x'; // RACE
  pthread_mutex_unlock(&users[number].lock); // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  users = malloc(10 * sizeof *users);
  for (int i = 0; i < 10; i++)
    pthread_mutex_init(&users[i].lock, NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, other, NULL);
  return 0;
}
