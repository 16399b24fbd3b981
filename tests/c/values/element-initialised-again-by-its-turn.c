// An element that is initialised again, as a designator went back, holds nothing of what it was given first.
#include <pthread.h>

struct pair {
  int a, b;
};
struct pairs {
  struct pair one, two;
};
static int v;
static struct pairs pairs = {{9}, {1, 2}, .one = {3}, {4}};
static union {
  int number;
  struct {
    int member;
  } record;
} united = {.number = 5, .record = {}};

static void *worker(void *unused) {
  v++; // RACE
  return unused;
}

int main(void) {
  struct pair local[2] = {{9}, {1, 2}, [0] = {3}, {4}};
  pthread_t id;
  if (local[1].a == 4 && !local[1].b && pairs.two.a == 4 && !pairs.two.b && !united.number) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
