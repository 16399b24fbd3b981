// A destructor that sets its value again is called again when all others were.
#include <pthread.h>

static int v, calls, seen;
static pthread_key_t first, second;

static void again(void *value) {
  if (++calls < 3)
    pthread_setspecific(first, value);
}

static void look(void *value) { seen = calls; }

static void *worker(void *unused) {
  pthread_setspecific(first, &v);
  pthread_setspecific(second, &v);
  return unused;
}

static void *other(void *unused) {
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_key_create(&first, again);
  pthread_key_create(&second, look);
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  if (seen == 3) {
    pthread_create(&id, NULL, other, NULL);
    v++; // IMPRECISE
    pthread_join(id, NULL);
  }
  return 0;
}
