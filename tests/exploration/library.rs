//! Library functions in executions: values and accesses.
//!
//! A program that compares a value races if the value is right; one that compares accesses races if the function touches the byte.

use super::cases::Expected::{NoRace, Race};
use super::cases::{Case, case};

/// Declarations of the functions, and memory that is shared.
const TEXT: &str = "
unsigned long strlen(const char *), strspn(const char *, const char *); int strcmp(const char *, const char *);
int strncmp(const char *, const char *, unsigned long); char *strchr(const char *, int); char *strstr(const char *, const char *);
void *memchr(const void *, int, unsigned long); char *strncpy(char *, const char *, unsigned long); char *strtok_r(char *, const char *, char **);
char *strcat(char *, const char *); char *strdup(const char *); char *strtok(char *, const char *);
char s[8] = {'a', 'b', 'c', 'd', 'e', 'f', 0, 0}; char w[32];";

const NUMBERS: &str = "
int atoi(const char *); long strtol(const char *, char **, int); double strtod(const char *, char **); int *__errno_location(void);
int isalpha(int), toupper(int), abs(int); double floor(double), sqrt(double), pow(double, double); float floorf(float);
const unsigned short **__ctype_b_loc(void); const int **__ctype_toupper_loc(void); unsigned htonl(unsigned);
int strcmp(const char *, const char *); int snprintf(char *, unsigned long, const char *, ...); int sprintf(char *, const char *, ...);
int sscanf(const char *, const char *, ...); int vsnprintf(char *, unsigned long, const char *, __builtin_va_list);
char w[32], s[8] = {'1', '2', 0, '3', 0, 0, 0, 0}; double d; int a;";

const LISTS: &str = "
struct pair { int one; long other; };
int strcmp(const char *, const char *); int vsnprintf(char *, unsigned long, const char *, __builtin_va_list); char w[32];
int sum(int n, ...) { __builtin_va_list l, c; __builtin_va_start(l, n); __builtin_va_copy(c, l); int s = 0;
  for (int i = 0; i < n; i++) s += __builtin_va_arg(l, int); s += 100 * __builtin_va_arg(c, int);
  __builtin_va_end(l); __builtin_va_end(c); return s; }
int kinds(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); double d = __builtin_va_arg(l, double);
  struct pair p = __builtin_va_arg(l, struct pair); char *s = __builtin_va_arg(l, char *); long z = __builtin_va_arg(l, long);
  __builtin_va_end(l); return d == 2.5 && p.one == 3 && p.other == 4 && !strcmp(s, \"text\") && z == -7; }
int print(const char *f, ...) { __builtin_va_list l; __builtin_va_start(l, f); int n = vsnprintf(w, sizeof w, f, l); __builtin_va_end(l); return n; }";

pub const LIBRARY: &[Case] = &[
    // Accesses.
    case(
        "strncmp stops at its bound",
        NoRace,
        TEXT,
        "s[3] = 'x';",
        "y = strncmp(s, \"abc\", 3);",
    ),
    case(
        "strncmp reads up to its bound",
        Race,
        TEXT,
        "s[2] = 'x';",
        "y = strncmp(s, \"abc\", 3);",
    ),
    case(
        "strcmp stops at a difference",
        NoRace,
        TEXT,
        "s[2] = 'x';",
        "y = strcmp(s, \"ax\");",
    ),
    case(
        "strcmp reads the difference",
        Race,
        TEXT,
        "s[1] = 'x';",
        "y = strcmp(s, \"ax\");",
    ),
    case(
        "strchr stops where it finds",
        NoRace,
        TEXT,
        "s[3] = 'x';",
        "y = strchr(s, 'c') != 0;",
    ),
    case(
        "strchr reads what it finds",
        Race,
        TEXT,
        "s[2] = 'x';",
        "y = strchr(s, 'c') != 0;",
    ),
    case(
        "memchr stops where it finds",
        NoRace,
        TEXT,
        "s[3] = 'x';",
        "y = memchr(s, 'c', 8) != 0;",
    ),
    case(
        "strlen reads the zero at the end",
        Race,
        TEXT,
        "s[6] = 'x';",
        "y = strlen(s);",
    ),
    case(
        "strlen reads nothing behind the end",
        NoRace,
        TEXT,
        "s[7] = 'x';",
        "y = strlen(s);",
    ),
    case("strncpy fills up", Race, TEXT, "w[7] = 'x';", "strncpy(w, \"ab\", 8);"),
    case(
        "strncpy ends at its bound",
        NoRace,
        TEXT,
        "w[8] = 'x';",
        "strncpy(w, \"ab\", 8);",
    ),
    case(
        "a precision bounds what is read",
        NoRace,
        NUMBERS,
        "s[1] = 'x';",
        "y = snprintf(w, 9, \"%.1s\", s);",
    ),
    case(
        "a string is read up to its end",
        Race,
        NUMBERS,
        "s[2] = 'x';",
        "y = snprintf(w, 9, \"%s\", s);",
    ),
    case(
        "no more is printed than the bound says",
        NoRace,
        NUMBERS,
        "w[3] = 'x';",
        "snprintf(w, 3, \"%d\", 12345);",
    ),
    case(
        "the zero is printed at the bound",
        Race,
        NUMBERS,
        "w[2] = 'x';",
        "snprintf(w, 3, \"%d\", 12345);",
    ),
    case(
        "a count of printed bytes is stored",
        Race,
        NUMBERS,
        "a = 1;",
        "snprintf(w, 9, \"%d%n\", 12, &a);",
    ),
    case(
        "a token ends with a zero",
        Race,
        TEXT,
        "s[2] = 'x';",
        "char *p; strtok_r(s, \"c\", &p);",
    ),
    case(
        "behind a token nothing is touched",
        NoRace,
        TEXT,
        "s[3] = 'x';",
        "char *p; strtok_r(s, \"c\", &p);",
    ),
    case(
        "what is scanned is stored",
        Race,
        NUMBERS,
        "a = 1;",
        "y = sscanf(\"7\", \"%d\", &a);",
    ),
    case(
        "what does not match is not stored",
        NoRace,
        NUMBERS,
        "a = 1;",
        "y = sscanf(\"z\", \"%d\", &a);",
    ),
    // Values.
    case(
        "tokens are told apart",
        Race,
        TEXT,
        "x = 1;",
        "char *p; if (!strcmp(strtok_r(s, \"c\", &p), \"ab\") && !strcmp(strtok_r(0, \"e\", &p), \"d\") && *p == 'f') x = 2;",
    ),
    case(
        "a string is found and appended",
        Race,
        TEXT,
        "x = 1;",
        "strncpy(w, s, 3); strcat(w, strstr(s, \"ef\")); if (!strcmp(w, \"abcef\") && strspn(w, \"cba\") == 3) x = 2;",
    ),
    case(
        "numbers are read with their bases",
        Race,
        NUMBERS,
        "x = 1;",
        "char *e; if (strtol(\" -0x1fz\", &e, 0) == -31 && *e == 'z' && atoi(\"+12 \") == 12 && strtod(\"1.5e2\", 0) == 150) x = 2;",
    ),
    case(
        "characters have classes",
        Race,
        NUMBERS,
        "x = 1;",
        "if (isalpha('q') && !isalpha('1') && toupper('q') == 'Q') x = 2;",
    ),
    case(
        "tables of characters are those of glibc",
        Race,
        NUMBERS,
        "x = 1;",
        "if ((*__ctype_b_loc())['7'] & 2048 && !((*__ctype_b_loc())[-1]) && (*__ctype_toupper_loc())['b'] == 'B') x = 2;",
    ),
    case(
        "mathematics is exact",
        Race,
        NUMBERS,
        "x = 1;",
        "if (floor(-2.5) == -3 && sqrt(2.25) == 1.5 && pow(2, 10) == 1024 && floorf(1.5f) == 1 && abs(-3) == 3) x = 2;",
    ),
    case(
        "bits are counted",
        Race,
        NUMBERS,
        "x = 1;",
        "if (__builtin_clz(1) == 31 && __builtin_ctzl(8) == 3 && __builtin_popcount(255) == 8 && __builtin_ffs(0) == 0 && htonl(1) == 1u << 24) x = 2;",
    ),
    case(
        "a division has two results",
        Race,
        "typedef struct { int quot, rem; } div_t; div_t div(int, int); typedef struct { long quot, rem; } ldiv_t; ldiv_t ldiv(long, long);",
        "x = 1;",
        "div_t d = div(-7, 2); ldiv_t l = ldiv(7, -2); if (d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1) x = 2;",
    ),
    case(
        "an overflow is told",
        Race,
        NUMBERS,
        "x = 1;",
        "unsigned char c; int r; if (__builtin_add_overflow(200, 100, &c) && c == 44 && !__builtin_mul_overflow(3, 4, &r) && r == 12) x = 2;",
    ),
    case(
        "numbers are printed",
        Race,
        NUMBERS,
        "x = 1;",
        "snprintf(w, 32, \"%05d|%-3x|%.2f|%c|%s|%%\", -12, 255, 2.675, 'z', s); if (!strcmp(w, \"-0012|ff |2.67|z|12|%\")) x = 2;",
    ),
    case(
        "what is printed is scanned",
        Race,
        NUMBERS,
        "x = 1;",
        "int n; sprintf(w, \"%d %g %x\", 42, 0.25, 31); if (sscanf(w, \"%d %lf %x\", &a, &d, &n) == 3 && a == 42 && d == 0.25 && n == 31) x = 2;",
    ),
    case(
        "arguments of a list are summed",
        Race,
        LISTS,
        "x = 1;",
        "if (sum(3, 1, 2, 3) == 106) x = 2;",
    ),
    case(
        "arguments of a list have types",
        Race,
        LISTS,
        "x = 1;",
        "struct pair p = {3, 4}; if (kinds(0, 2.5, p, \"text\", -7L)) x = 2;",
    ),
    case(
        "a list is printed",
        Race,
        LISTS,
        "x = 1;",
        "if (print(\"%d %s %.1f\", 5, \"ab\", 0.5) == 8 && !strcmp(w, \"5 ab 0.5\")) x = 2;",
    ),
];

/// What a search through all states does not follow.
pub const LIBRARY_EXECUTED: &[Case] = &[
    case(
        "an error number is kept",
        Race,
        NUMBERS,
        "x = 1;",
        "*__errno_location() = 0; strtol(\"99999999999999999999\", 0, 10); if (*__errno_location() == 34) x = 2;",
    ),
    case(
        "nobody changes an error number",
        NoRace,
        NUMBERS,
        "x = 1;",
        "*__errno_location() = 5; strtol(\"9\", 0, 10); if (*__errno_location() != 5) x = 2;",
    ),
    case(
        "an error has a text",
        Race,
        "char *strerror(int); int strcmp(const char *, const char *);",
        "x = 1;",
        "if (!strcmp(strerror(2), \"No such file or directory\")) x = 2;",
    ),
    case(
        "strtok goes on",
        Race,
        TEXT,
        "x = 1;",
        "if (!strcmp(strtok(s, \"c\"), \"ab\") && !strcmp(strtok(0, \"e\"), \"d\")) x = 2;",
    ),
];
