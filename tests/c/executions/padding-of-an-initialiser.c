// Padding of an initialised record may hold anything.
#include <pthread.h>
#include <string.h>

struct key {
  char kind;
  int number;
};
static int v;

static int is_alike(const struct key *one, const struct key *other) { return !memcmp(one, other, sizeof *one); }

static void *worker(void *unused) {
  struct key one = {1, 2}, other;
  memset(&other, 0, sizeof other);
  other.kind = 1;
  other.number = 2;
  if (!is_alike(&one, &other))
    v++; // RACE
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  v++; // RACE
  pthread_join(id, NULL);
  return 0;
}
