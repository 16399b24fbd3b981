
/* A list of records, the newest first. */
struct entry_@ {
    int key;
    int weight;
    int samples[$];
    struct entry_@ *next;
};

static struct entry_@ *entries_@;
static int length_@;

static void fill_@(struct entry_@ *entry, int key)
{
    int i;
    entry->key = key;
    entry->weight = clamp(key * 3, 1, 100);
    for (i = 0; i < $; i++)
        entry->samples[i] = key + i;
}

static void insert_@(int key)
{
    struct entry_@ *entry = allocate(sizeof *entry);
    fill_@(entry, key);
    pthread_mutex_lock(&lock_#);
    entry->next = entries_@;
    entries_@ = entry;
    length_@++;
    pthread_mutex_unlock(&lock_#);
}

static int find_@(int key)
{
    const struct entry_@ *entry;
    int weight = 0;
    pthread_mutex_lock(&lock_#);
    for (entry = entries_@; entry != NULL; entry = entry->next) {
        if (entry->key == key) {
            weight = entry->weight + entry->samples[0];
            break;
        }
    }
    pthread_mutex_unlock(&lock_#);
    return weight;
}

static int remove_first_@(void)
{
    struct entry_@ *entry;
    int key = -1;
    pthread_mutex_lock(&lock_#);
    entry = entries_@;
    if (entry != NULL) {
        entries_@ = entry->next;
        length_@--;
    }
    pthread_mutex_unlock(&lock_#);
    if (entry != NULL)
        key = entry->key;
    return key;
}

int operate_@(int input)
{
    int below = BELOW;
    int weight = find_@(below);
    if (weight == 0)
        insert_@(below);
    else if (weight > 50)
        weight = remove_first_@();
    return clamp(weight, 0, 100);
}
