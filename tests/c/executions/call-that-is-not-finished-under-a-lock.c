// Who waits for the lock of a call that is not finished waits for ever; nobody races.
#include <netdb.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void ask(const char *name) {
  pthread_mutex_lock(&mutex);
  gethostbyname(name);
  pthread_mutex_unlock(&mutex);
}

void *worker(void *unused) {
  ask("one");
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  ask("two");
  pthread_join(id, NULL);
  return 0;
}
