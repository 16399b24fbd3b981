// pepsin: open=always open-groups=timer:interrupt:tick
// An interrupt and its callers take one lock.
typedef struct {
  int raw;
} spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

static spinlock_t lock;
static int shared;

void tick(void) {
  spin_lock(&lock);
  shared++; // NORACE
  spin_unlock(&lock);
}

int ticks(void) {
  spin_lock(&lock);
  int now = shared; // NORACE
  spin_unlock(&lock);
  return now;
}
