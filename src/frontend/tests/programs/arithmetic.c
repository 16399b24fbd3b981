/* Promotions, the usual arithmetic conversions, wrap-around, shifts, division, casts. */
#include "check.h"

int main(void) {
  signed char c = -1;
  unsigned char uc = 255;
  short s = -2;
  unsigned short us = 65535;
  unsigned u = 1;
  long l = -1;
  unsigned long ul = 1;
  int i = -1;
  CHECK(c == -1 && uc == 255 && (char)uc == c);
  CHECK(uc + 1 == 256);
  CHECK((unsigned char)(uc + 1) == 0);
  CHECK(us * 1u == 65535u);
  CHECK(i > u);
  CHECK(l < u);
  CHECK(l > ul);
  CHECK(s / 2 == -1 && -7 / 2 == -3 && -7 % 2 == -1);
  CHECK((unsigned)-1 == 4294967295u);
  CHECK(~0 == -1 && ~uc == -256);
  CHECK(1u << 31 == 2147483648u);
  CHECK((i >> 1) == -1 && ((unsigned)i >> 1) == 2147483647);
  CHECK((1ul << 40) == 1099511627776ul);
  CHECK(sizeof(c + c) == sizeof(int) && sizeof(1 ? c : s) == sizeof(int));
  CHECK((unsigned char)300 == 44 && (signed char)200 == -56);
  CHECK((_Bool)0.5 == 1 && (_Bool)256 == 1 && !(_Bool)0);
  CHECK((int)3.9 == 3 && (int)-3.9 == -3);
  CHECK(7.0 / 2 == 3.5 && 7 / 2 == 3);
  CHECK((float)0.1 != 0.1);
  CHECK(0x7fffffff + 0u + 1 == 0x80000000u);
  CHECK(2147483648 == 2147483648L && sizeof(2147483648) == sizeof(long));
  CHECK(0xffffffff == 4294967295u && sizeof(0xffffffff) == sizeof(unsigned));
  CHECK(0777 == 511 && 0b101 == 5 && 'a' == 97 && '\x41' == 65 && '\101' == 'A' && '\0' == 0);
  CHECK('\377' == -1 && L'a' == 97 && u'\xffff' == 65535);
  CHECK(1e3 == 1000 && 0x1p4 == 16 && .5f == 0.5);
  u = 0; u--; CHECK(u == 4294967295u);
  uc = 255; uc++; CHECK(uc == 0);
  c = 127; c += 1; CHECK(c == -128);
  us = 1; us <<= 15; CHECK(us == 32768); us <<= 1; CHECK(us == 0);
  i = 7; i /= 2; i *= 5; i %= 4; i |= 8; i ^= 1; i &= ~2; CHECK(i == 8);
  i = 10; i -= 3u; CHECK(i == 7);
  l = 1; l <<= 33; CHECK(l >> 33 == 1);
  i = 5; i *= 1.5; CHECK(i == 7);
  CHECK(!5 == 0 && !0 == 1 && -(-5) == 5 && +c == -128);
  CHECK((1, 2, 3) == 3);
  CHECK(((__int128)1 << 100) >> 98 == 4 && sizeof(unsigned __int128) == 16);
  return 0;
}
