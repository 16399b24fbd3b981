// A text that is read belongs to the call, whatever it tells.
#include <pthread.h>
#define __USE_XOPEN
#include <time.h>
struct tm day;
char text[] = "12";

void *worker(void *unused) {
  strptime(text, "%d", &day); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  text[0] = '2'; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
