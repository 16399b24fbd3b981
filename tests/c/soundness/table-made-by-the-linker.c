// The linker bounds the objects of a section by names of its own.
#include <pthread.h>
int shared;
static void hook(void) { shared++; }
typedef void (*function)(void);
static function entry __attribute__((section("hooks"), used)) = hook;
extern function __start_hooks[], __stop_hooks[]; // OBSTACLE

void *worker(void *unused) {
  for (function *each = __start_hooks; each < __stop_hooks; each++)
    (*each)();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
