// pepsin: open=always unknown-functions=pure open-groups=module:alone-first:start
// The function of a work item is stored in it; the queue calls it later, with the item.
struct work {
  void (*function)(struct work *work);
};
int queue_work(struct work *work);

static struct work work;
static int done;

static void run(struct work *item) {
  done++; // RACE
}

void start(void) {
  work.function = run;
  done = 0; // NORACE
}

int submit(void) {
  return queue_work(&work);
}

int is_done(void) {
  return done; // RACE
}
