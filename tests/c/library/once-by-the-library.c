// A function of the library that runs once may do anything that its row says: unlock a mutex, for one.
#include <pthread.h>
#include <stdlib.h>
pthread_once_t once = PTHREAD_ONCE_INIT;

int main(void) {
  pthread_once(&once, abort); // OBSTACLE
  return 0;
}
