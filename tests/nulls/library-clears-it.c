// A function of the library writes over the pointer.
#include <pthread.h>
#include <string.h>

struct item { int value; };
struct box { struct item *item; };
static struct item first;
static struct box shared = {&first};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  shared.item = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  pthread_mutex_lock(&lock);
  if (shared.item) {
    shared.item->value = 1; // safe: unsound locks full
    memset(&shared, 0, sizeof shared);
    shared.item->value = 1; // safe:
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
