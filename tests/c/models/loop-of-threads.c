// pepsin: models=tests/c/models/wrappers.toml
// Threads whose ids are returned: each is joined before the last lines.
typedef struct thread thread;
thread *start(void *(*routine)(void *), void *argument);
void *finish(thread *t);
int parts[4], total;

void *worker(void *argument) {
  *(int *)argument = 1; // NORACE
  return 0;
}

int main(void) {
  thread *threads[4];
  for (int i = 0; i < 4; i++)
    threads[i] = start(worker, &parts[i]);
  for (int i = 0; i < 4; i++)
    finish(threads[i]);
  for (int i = 0; i < 4; i++)
    total += parts[i]; // NORACE
  return total;
}
