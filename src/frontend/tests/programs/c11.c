/* C11 and C17: generic selection, alignment, atomics, thread-local objects, assertions. */
#include "check.h"

#define KIND(x) _Generic((x), int: 1, unsigned: 2, double: 3, char *: 4, const char *: 4, default: 9)
_Static_assert(sizeof(int) == 4, "int");
_Atomic int counter;
_Atomic unsigned char small = 250;
_Atomic(long) wide = 7;
_Thread_local int own = 3;
static _Noreturn void stop(void) { abort(); }
struct aligned { char c; _Alignas(16) char d; };

int main(void) {
  CHECK(KIND(1) == 1 && KIND(1u) == 2 && KIND(1.0) == 3 && KIND("x") == 4 && KIND(1L) == 9 && KIND('a') == 1);
  counter++; ++counter; counter += 5; counter -= 2; counter |= 8; counter &= ~1; counter ^= 3;
  CHECK(counter == ((((2 + 5 - 2) | 8) & ~1) ^ 3));
  CHECK(counter++ == 15 && ++counter == 17 && counter-- == 17 && --counter == 15);
  counter *= 2; CHECK(counter == 30); counter /= 4; CHECK(counter == 7); counter <<= 2; CHECK((counter %= 5) == 3);
  small += 10; CHECK(small == 4);
  wide = wide + 1; CHECK(wide == 8);
  int *_Atomic pointer = 0; int array[3] = { 1, 2, 3 }; pointer = array; pointer++; CHECK(*pointer == 2); pointer += 1; CHECK(*pointer == 3);
  _Atomic _Bool flag = 0; flag |= 2; CHECK(flag == 1);
  CHECK(own == 3); own++; CHECK(own == 4);
  CHECK(_Alignof(struct aligned) == 16 && sizeof(struct aligned) == 32 && __builtin_offsetof(struct aligned, d) == 16);
  CHECK(__atomic_fetch_add(&counter, 2, 5) == 3 && __atomic_load_n(&counter, 5) == 5);
  __atomic_store_n(&counter, 9, 5);
  int expected = 9; CHECK(__atomic_compare_exchange_n(&counter, &expected, 11, 0, 5, 5) && counter == 11);
  CHECK(__sync_fetch_and_add(&array[0], 4) == 1 && array[0] == 5 && __sync_bool_compare_and_swap(&array[0], 5, 6) && array[0] == 6);
  CHECK(u8"a"[0] == 'a' && L"ab"[1] == L'b' && sizeof(L"ab") == 12 && sizeof(u"ab") == 6 && U"x"[0] == 'x');
  if (own == 100) stop();
  return 0;
}
