// What does something is no constant: the bound of the array releases the lock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int with_comma, with_statements;

static void *comma(void *unused) {
  pthread_mutex_lock(&m);
  int values[(pthread_mutex_unlock(&m), 2)];
  values[0] = 1;
  with_comma += values[0]; // RACE
  return NULL;
}

static void *statements(void *unused) {
  pthread_mutex_lock(&m);
  int values[({ pthread_mutex_unlock(&m); 2; })];
  values[0] = 1;
  with_statements += values[0]; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (int i = 0; i < 2; i++) {
    pthread_create(&ids[2 * i], NULL, comma, NULL);
    pthread_create(&ids[2 * i + 1], NULL, statements, NULL);
  }
  return 0;
}
