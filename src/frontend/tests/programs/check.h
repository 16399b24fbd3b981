/* Every program here checks itself: it ends well only if each CHECK holds. */
extern void abort(void);
#define CHECK(condition) do { if (!(condition)) *(volatile int *)0 = 1; } while (0)
