// What lies between the numbers of two takes may belong to others; so may what was computed from an earlier one.
#include <pthread.h>
#include <stdatomic.h>
#define ITEMS 1000
#define CHUNK 16

static int between[ITEMS], of_earlier[ITEMS];
static atomic_int next_between, next_of_earlier;

static void *two_takes(void *unused) {
  int start = atomic_fetch_add(&next_between, CHUNK);
  if (start >= ITEMS - 200)
    return NULL;
  int last = atomic_fetch_add(&next_between, CHUNK);
  if (last >= ITEMS - 200)
    return NULL;
  int end = last + CHUNK;
  for (int i = start; i < end; i++)
    between[i] = i; // RACE
  return NULL;
}

static void *earlier(void *unused) {
  int start, end = 0;
  while ((start = atomic_fetch_add(&next_of_earlier, CHUNK)) < ITEMS - 200) {
    if (end == 0)
      end = start + CHUNK;
    for (int i = end - CHUNK; i < start + CHUNK; i++)
      of_earlier[i] = i; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (int i = 0; i < 2; i++) {
    pthread_create(&ids[2 * i], NULL, two_takes, NULL);
    pthread_create(&ids[2 * i + 1], NULL, earlier, NULL);
  }
  return 0;
}
