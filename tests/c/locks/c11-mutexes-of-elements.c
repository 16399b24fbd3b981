// Mutexes of C11 do not refuse who locks one after another, in a loop that does not look at the results.
#include <threads.h>
struct account {
  mtx_t lock;
  long balance;
};
static struct account accounts[8];

static void deposit(struct account *to) {
  mtx_lock(&to->lock);
  to->balance++; // NORACE REACHABLE
  mtx_unlock(&to->lock);
}

static int teller(void *argument) {
  unsigned number = *(unsigned *)argument;
  for (int i = 0; i < 500; i++) {
    number = number * 77 + 1;
    deposit(&accounts[number % 8]);
  }
  return 0;
}

int main(void) {
  thrd_t first, second;
  static unsigned seed;
  for (int i = 0; i < 8; i++)
    mtx_init(&accounts[i].lock, mtx_plain);
  thrd_create(&first, teller, &seed);
  thrd_create(&second, teller, &seed);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  return 0;
}
