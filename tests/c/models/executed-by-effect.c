// pepsin: models=tests/c/models/wrappers.toml
// Executions take the locks that a user's rows describe, create and join, and make memory.
typedef struct thread thread;
struct lock { long word; };
void take(int level, struct lock *l);
void give(int level, struct lock *l);
thread *start(void *(*routine)(void *), void *argument);
void *finish(thread *t);
void *obtain(const char *why, unsigned long size);
void dispose(void *memory);
struct lock first, second;
struct box { int of_both, of_first; };

void *worker(void *argument) {
  struct box *box = argument;
  take(1, &first);
  box->of_first++; // NORACE
  box->of_both++; // RACE CONFIRMED
  give(1, &first);
  return argument;
}

int main(void) {
  struct box *box = obtain("box", sizeof *box);
  thread *t = start(worker, box);
  take(1, &first);
  box->of_first++; // NORACE
  give(1, &first);
  take(1, &second);
  box->of_both++; // RACE CONFIRMED
  give(1, &second);
  struct box *joined = finish(t);
  joined->of_first = 0; // NORACE
  dispose(joined);
  return 0;
}
