// An array in the storage unit of a bit-field is initialised behind it, and leaves the bits as they are.
#include <pthread.h>

static int v;
static struct device {
  unsigned char address[2];
  unsigned is_up : 1, speed : 4;
} device = {.is_up = 1, .speed = 7, .address = {2, 3}};

static void *worker(void *unused) {
  v++; // RACE
  return unused;
}

int main(void) {
  pthread_t id;
  if (device.is_up && device.speed == 7 && device.address[1] == 3) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
