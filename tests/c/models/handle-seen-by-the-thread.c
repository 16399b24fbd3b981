// pepsin: models=tests/c/models/wrappers.toml
// An id that is returned is stored when the thread runs already.
typedef struct thread thread;
thread *start(void *(*routine)(void *), void *argument);
void *finish(thread *t);
thread *self;

void *worker(void *argument) {
  return self; // RACE CONFIRMED
}

int main(void) {
  self = start(worker, 0); // RACE CONFIRMED
  return 0;
}
