// Which locales there are, the user chooses: a search of all states does not tell.
#include <locale.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  if (setlocale(LC_ALL, "de_DE.UTF-8")) {
    pthread_create(&id, NULL, worker, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
