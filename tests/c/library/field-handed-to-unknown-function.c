// pepsin: exploration=off
// A function of which nothing is known is taken to write the field that it is given, or the array: that it may write more is the obstacle.
#include <pthread.h>
struct {
  int handle;
  int own;
  int items[4];
} device;
int found;
extern void open_device(int *handle);
extern void fill_items(int *items);

void *worker(void *unused) {
  device.own = 1; // NORACE
  found = device.handle; // RACE
  found = device.items[2]; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  open_device(&device.handle); // RACE OBSTACLE
  fill_items(&device.items[0]); // RACE OBSTACLE
  return 0;
}
