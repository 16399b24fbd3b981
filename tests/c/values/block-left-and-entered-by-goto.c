// A block is left and entered again past the initialiser: there its variable is another one, which may hold anything.
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

int main(void) {
  pthread_t id;
  int again = 0;
  pthread_create(&id, NULL, worker, NULL);
top:
  if (again)
    goto inside;
  {
    int kept = 0;
    set(&kept);
  inside:;
    int *where = &kept;
    if (*where != 7)
      data++; // RACE
    if (again)
      goto out;
  }
  again = 1;
  goto top;
out:
  return 0;
}
