// A jump over a declaration within its block leaves the variable as it is: the block was entered once.
#include <pthread.h>
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  data++; // NORACE
  pthread_mutex_unlock(&m);
  return NULL;
}

static void set(int *variable) {
  *variable = 7;
}

int main(void) {
  pthread_t id;
  int again = 0;
  pthread_create(&id, NULL, worker, NULL);
  {
  top:
    if (again)
      goto behind;
    int kept = 0;
    set(&kept);
  behind:;
    int *where = &kept;
    if (*where != 7)
      data++; // NORACE
    if (!again) {
      again = 1;
      goto top;
    }
  }
  return 0;
}
