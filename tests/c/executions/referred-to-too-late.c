// A reference is counted when the object may be gone already.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct user {
  atomic_int references;
} *user;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void leave(struct user *left) {
  if (atomic_fetch_sub(&left->references, 1) == 1) // RACE
    free(left);                                    // RACE CONFIRMED
}

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  struct user *found = user;
  pthread_mutex_unlock(&lock);
  if (found) {
    atomic_fetch_add(&found->references, 1); // RACE CONFIRMED
    leave(found);
  }
  return unused;
}

int main(void) {
  pthread_t id;
  struct user *made = malloc(sizeof *made);
  if (!made)
    return 1;
  atomic_init(&made->references, 1);
  user = made;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  user = NULL;
  pthread_mutex_unlock(&lock);
  leave(made);
  pthread_join(id, NULL);
  return 0;
}
