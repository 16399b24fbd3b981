// A literal is never where a variable is.
#include <pthread.h>
static char text[6];
static int data;

static void *worker(void *unused) {
  const char *name = "queue";
  if (name == text)
    data++;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  return 0;
}
