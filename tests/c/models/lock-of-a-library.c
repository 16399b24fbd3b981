// pepsin: models=tests/c/models/wrappers.toml
// What a lock of a library is, a row of the user's says: the second argument.
typedef struct lock lock;
typedef struct thread thread;
void take(int level, lock *l);
void give(int level, lock *l);
thread *start(void *(*routine)(void *), void *argument);
void *finish(thread *t);
extern lock the_lock;
int guarded, unguarded;

void *worker(void *argument) {
  take(1, &the_lock);
  guarded++; // NORACE
  give(1, &the_lock);
  unguarded++; // RACE
  return 0;
}

int main(void) {
  thread *t = start(worker, 0);
  take(2, &the_lock);
  guarded++; // NORACE
  give(2, &the_lock);
  unguarded++; // RACE
  finish(t);
  guarded = 0; // NORACE
  return 0;
}
