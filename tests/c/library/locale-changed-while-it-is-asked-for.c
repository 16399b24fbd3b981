// What a locale says of numbers is asked for while another thread changes the locale.
#include <locale.h>
#include <pthread.h>

void *worker(void *unused) {
  setlocale(LC_ALL, "C"); // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  struct lconv *conventions = localeconv(); // RACE REACHABLE
  pthread_join(id, NULL);
  return conventions->decimal_point[0] == '.';
}
