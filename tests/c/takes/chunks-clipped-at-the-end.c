// Each thread takes so many numbers at once; the last ones end where the items do.
#include <pthread.h>
#include <stdatomic.h>
#define ITEMS 1000
#define CHUNK 16

static int by_lock[ITEMS], by_choice[ITEMS], by_callee[ITEMS], one_more[ITEMS], one_less[ITEMS], one_behind[ITEMS];
static int next_by_lock, next_one_more, next_one_less;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int next_by_choice, next_by_callee, next_one_behind;


static void *under_lock(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    int start = next_by_lock;
    next_by_lock += CHUNK;
    pthread_mutex_unlock(&m);
    if (start >= ITEMS)
      return NULL;
    int end = start + CHUNK;
    if (end > ITEMS)
      end = ITEMS;
    for (int i = start; i < end; i++)
      by_lock[i] = i; // NORACE
  }
}

static void *by_atomic(void *unused) {
  int start;
  while ((start = atomic_fetch_add(&next_by_choice, CHUNK)) < ITEMS) {
    int end = start + CHUNK < ITEMS ? start + CHUNK : ITEMS;
    for (int i = start; i < end; i++)
      by_choice[i] = i; // NORACE
  }
  return NULL;
}

static void fill(int from, int to) {
  for (int i = from; i < to; i++)
    by_callee[i] = i; // NORACE
}

static void *in_callee(void *unused) {
  int start;
  while ((start = atomic_fetch_add(&next_by_callee, CHUNK)) < ITEMS) {
    int end = start + CHUNK;
    if (end > ITEMS)
      end = ITEMS;
    fill(start, end);
  }
  return NULL;
}

static void *too_far(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    int start = next_one_more;
    next_one_more += CHUNK;
    pthread_mutex_unlock(&m);
    if (start >= ITEMS)
      return NULL;
    int end = start + CHUNK;
    if (end >= ITEMS)
      end = ITEMS - 1;
    for (int i = start; i <= end; i++)
      one_more[i] = i; // RACE
  }
}

static void *too_few(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    int start = next_one_less;
    next_one_less += CHUNK - 1;
    pthread_mutex_unlock(&m);
    if (start >= ITEMS)
      return NULL;
    int end = start + CHUNK;
    if (end > ITEMS)
      end = ITEMS;
    for (int i = start; i < end; i++)
      one_less[i] = i; // RACE
  }
}

static void *from_before(void *unused) {
  int start;
  while ((start = atomic_fetch_add(&next_one_behind, CHUNK)) < ITEMS) {
    int end = start + CHUNK;
    if (end > ITEMS)
      end = ITEMS;
    for (int i = start > 0 ? start - 1 : start; i < end; i++)
      one_behind[i] = i; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[12];
  for (int i = 0; i < 2; i++) {
    pthread_create(&ids[6 * i], NULL, under_lock, NULL);
    pthread_create(&ids[6 * i + 1], NULL, by_atomic, NULL);
    pthread_create(&ids[6 * i + 2], NULL, in_callee, NULL);
    pthread_create(&ids[6 * i + 3], NULL, too_far, NULL);
    pthread_create(&ids[6 * i + 4], NULL, too_few, NULL);
    pthread_create(&ids[6 * i + 5], NULL, from_before, NULL);
  }
  return 0;
}
