//! Functions of the library on shared memory.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "texts under a mutex",
        declarations: "
pthread_mutex_t text_lock;
char text[16] = \"abc\";
char text_copy[16] = \"def\";
int text_length;",
        setup: "",
        parts: &[Part::anywhere(TEXT, TEXT_BARE), Part::anywhere(TEXT, TEXT_BARE)],
    },
    Shape {
        name: "numbers under a mutex",
        declarations: "
pthread_mutex_t row_lock;
int row[4] = {3, 1, 2, 0};
int row_copy[4];
static int row_order(const void *first, const void *second) {
return *(const int *)first - *(const int *)second;
}",
        setup: "",
        parts: &[Part::anywhere(ROW, ROW_BARE), Part::anywhere(ROW, ROW_BARE)],
    },
    Shape {
        name: "memory that grows",
        declarations: "
static void *grown_reader(void *numbers) {
int seen = ((int *)numbers)[1];
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
int *numbers = calloc(4, sizeof(int));
pthread_t id;
pthread_create(&id, 0, grown_reader, numbers);
pthread_join(id, 0);
numbers = realloc(numbers, 64);
free(numbers);"],
            &["\
int *numbers = calloc(4, sizeof(int));
pthread_t id;
pthread_create(&id, 0, grown_reader, numbers);
numbers = realloc(numbers, 64);
pthread_join(id, 0);"],
        )],
    },
];

const TEXT: &[&str] = &[
    "\
pthread_mutex_lock(&text_lock);
strcpy(text, \"xyz\");
pthread_mutex_unlock(&text_lock);",
    "\
pthread_mutex_lock(&text_lock);
strncpy(text_copy, text, 8);
pthread_mutex_unlock(&text_lock);",
    "\
pthread_mutex_lock(&text_lock);
snprintf(text, sizeof text, \"%d\", x & 7);
pthread_mutex_unlock(&text_lock);",
    "\
pthread_mutex_lock(&text_lock);
text_length = strlen(text);
pthread_mutex_unlock(&text_lock);",
    "\
pthread_mutex_lock(&text_lock);
if (strcmp(text, text_copy) == 0) {
memset(text, 'a', 3);
}
pthread_mutex_unlock(&text_lock);",
    "\
char own_text[16];
pthread_mutex_lock(&text_lock);
memcpy(own_text, text, sizeof own_text);
pthread_mutex_unlock(&text_lock);
x = own_text[0];",
    "\
pthread_mutex_lock(&text_lock);
char *found = memchr(text, 'b', sizeof text);
if (found) {
*found = 'c';
}
pthread_mutex_unlock(&text_lock);",
];

const TEXT_BARE: &[&str] = &[
    "strcpy(text, text_copy);",
    "snprintf(text_copy, sizeof text_copy, \"%s\", text);",
    "x = strlen(text);",
    "x = memcmp(text, text_copy, 4);",
    "\
pthread_mutex_lock(&text_lock);
char *found = strchr(text, 'b');
pthread_mutex_unlock(&text_lock);
if (found) {
*found = 'd';
}",
];

const ROW: &[&str] = &[
    "\
pthread_mutex_lock(&row_lock);
qsort(row, 4, sizeof(int), row_order);
pthread_mutex_unlock(&row_lock);",
    "\
pthread_mutex_lock(&row_lock);
memmove(row, row + 1, 2 * sizeof(int));
pthread_mutex_unlock(&row_lock);",
    "\
int own_row[4];
pthread_mutex_lock(&row_lock);
memcpy(own_row, row, sizeof own_row);
pthread_mutex_unlock(&row_lock);
qsort(own_row, 4, sizeof(int), row_order);",
    "\
int wanted = 2;
pthread_mutex_lock(&row_lock);
int *found = bsearch(&wanted, row, 4, sizeof(int), row_order);
if (found) {
*found = 1;
}
pthread_mutex_unlock(&row_lock);",
    "\
pthread_mutex_lock(&row_lock);
memcpy(row_copy, row, sizeof row);
pthread_mutex_unlock(&row_lock);",
];

const ROW_BARE: &[&str] = &[
    "qsort(row, 4, sizeof(int), row_order);",
    "memcpy(row_copy, row, sizeof row);",
    "memset(row, 0, sizeof row);",
    "\
int own_row[4];
memcpy(own_row, row, sizeof own_row);
x = own_row[1];",
];
