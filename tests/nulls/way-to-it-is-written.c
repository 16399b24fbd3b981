// Another thread leaves the pointer alone, but not the one that leads to it.
#include <pthread.h>

struct item { int value; };
struct box { struct item *item; };
static struct item first;
static struct box full = {&first}, empty;
static struct box *box = &full;

static void *writer(void *unused) {
  box = &empty;
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  if (box->item) {          // safe: unsound
    box->item->value = 1;   // safe: unsound
  }
  return 0;
}
