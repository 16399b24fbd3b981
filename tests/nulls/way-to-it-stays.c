// Nobody writes to the pointer that leads to it once there are threads.
#include <pthread.h>

struct item { int value; };
struct box { struct item *item; };
static struct item first, second;
static struct box full = {&first};
static struct box *box = &full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  box->item = box->item ? 0 : &second; // safe: unsound locks full
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  pthread_mutex_lock(&lock);
  if (box->item) {          // safe: unsound locks full
    box->item->value = 1;   // safe: unsound locks full
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
