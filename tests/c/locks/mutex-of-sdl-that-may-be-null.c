// `SDL_LockMutex` does nothing where it is given null.
#include <pthread.h>
#include <stddef.h>

typedef struct SDL_mutex SDL_mutex;
SDL_mutex *SDL_CreateMutex(void);
void SDL_LockMutex(SDL_mutex *mutex);
void SDL_UnlockMutex(SDL_mutex *mutex);

static SDL_mutex *mutex;
static int shared;

static void *worker(void *argument) {
  SDL_LockMutex(mutex);
  shared++; // RACE CONFIRMED
  SDL_UnlockMutex(mutex);
  return argument;
}

int main(int count, char **arguments) {
  pthread_t first, second;
  if (count > 1) {
    mutex = SDL_CreateMutex();
    if (mutex == NULL)
      return 1;
  }
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
