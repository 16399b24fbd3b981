// pepsin: open=always unknown-functions=pure
// Static functions in a table that is registered are called from outside: as the operations of files are.
struct file;

struct file_operations {
  long (*read)(struct file *file, char *to, unsigned long size);
  long (*write)(struct file *file, const char *from, unsigned long size);
};

int register_device(const char *name, const struct file_operations *operations);

static long written;

static long device_read(struct file *file, char *to, unsigned long size) {
  return written; // RACE
}

static long device_write(struct file *file, const char *from, unsigned long size) {
  written += size; // RACE
  return size;
}

static const struct file_operations operations = {.read = device_read, .write = device_write};

int init_module(void) {
  return register_device("device", &operations);
}
