
/* A table of slots, searched from a hash value on. */
enum state_@ { FREE_@, USED_@, DELETED_@ };

struct slot_@ {
    enum state_@ state;
    unsigned key;
    long value;
};

static struct slot_@ slots_@[64];
static unsigned used_@;

static unsigned hash_@(unsigned key)
{
    key ^= key >> 7;
    return key * 2654435761u;
}

static struct slot_@ *locate_@(unsigned key)
{
    unsigned i;
    for (i = 0; i < 64; i++) {
        struct slot_@ *slot = &slots_@[(hash_@(key) + i) % 64];
        if (slot->state == FREE_@ || slot->key == key)
            return slot;
    }
    return NULL;
}

static int put_@(unsigned key, long value)
{
    struct slot_@ *slot;
    int done = 0;
    pthread_mutex_lock(&lock_#);
    slot = locate_@(key);
    if (slot != NULL) {
        if (slot->state != USED_@)
            used_@++;
        slot->state = USED_@;
        slot->key = key;
        slot->value = value;
        done = 1;
    }
    pthread_mutex_unlock(&lock_#);
    return done;
}

static long get_@(unsigned key)
{
    const struct slot_@ *slot;
    long value = -1;
    pthread_mutex_lock(&lock_#);
    slot = locate_@(key);
    if (slot != NULL && slot->state == USED_@)
        value = slot->value;
    pthread_mutex_unlock(&lock_#);
    return value;
}

static void sweep_@(void)
{
    int i;
    pthread_mutex_lock(&lock_#);
    for (i = 0; i < 64; i++) {
        if (slots_@[i].state == USED_@ && slots_@[i].value > $) {
            slots_@[i].state = DELETED_@;
            used_@--;
        }
    }
    pthread_mutex_unlock(&lock_#);
}

int operate_@(int input)
{
    int below = BELOW;
    long value = get_@((unsigned)below);
    if (value < 0 && !put_@((unsigned)below, input + $))
        sweep_@();
    return clamp((int)value, 0, 100);
}
