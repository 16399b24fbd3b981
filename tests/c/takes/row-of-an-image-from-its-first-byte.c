// pepsin: exploration=off
// Each thread fills rows of an image, from the first byte of a row that it takes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { WIDTH = 320, HEIGHT = 200 };
static unsigned char *image;
static atomic_int next;

static void *render(void *argument) {
  for (;;) {
    int y = atomic_fetch_add(&next, 1);
    if (y >= HEIGHT)
      return argument;
    int row = WIDTH * y;
    for (int x = 0; x < WIDTH; x++) {
      int at = row + x;
      image[at] = 1; // NORACE REACHABLE
    }
  }
}

int main(void) {
  pthread_t threads[3];
  image = malloc(WIDTH * HEIGHT + 1);
  if (image == NULL)
    return 1;
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, render, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return image[7]; // NORACE
}
