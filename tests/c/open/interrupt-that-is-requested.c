// pepsin: open=always open-groups=module:alone-first:start
// A handler runs from the request on: not before what comes before that, and at once with itself.
typedef int (*handler_t)(int, void *);
int request_irq(unsigned irq, handler_t handler, unsigned long flags, const char *name, void *device);

struct device {
  int mode;
  int count;
};

static struct device device;

static int handle(int irq, void *data) {
  struct device *device = data;
  device->count += device->mode; // RACE
  return 1;
}

void start(void) {
  device.mode = 1; // NORACE
  request_irq(7, handle, 0, "device", &device);
}
