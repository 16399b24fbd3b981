// Each pass through the switch has a variable of its own, which no case initialises for another one.
#include <pthread.h>
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  data++; // RACE
  pthread_mutex_unlock(&m);
  return NULL;
}

static void set(int *variable) {
  *variable = 7;
}

static int is_set(const int *variable) {
  return *variable == 7;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    switch (i) {
      int kept;
    case 0:
      set(&kept);
      break;
    default:
      if (!is_set(&kept))
        data++; // RACE
    }
  return 0;
}
