
/* A ring buffer of messages. */
struct message_@ {
    int kind;
    size_t length;
    char text[32];
};

struct ring_@ {
    struct message_@ *messages[$];
    int head;
    int count;
    long dropped;
};

static struct ring_@ ring_@;

static struct message_@ *compose_@(int kind, const char *text)
{
    struct message_@ *message = allocate(sizeof *message);
    message->kind = kind;
    message->length = strlen(text);
    if (message->length >= sizeof message->text)
        message->length = sizeof message->text - 1;
    memcpy(message->text, text, message->length);
    message->text[message->length] = '\0';
    return message;
}

static int send_@(struct message_@ *message)
{
    int sent = 0;
    pthread_mutex_lock(&lock_#);
    if (ring_@.count < $) {
        ring_@.messages[(ring_@.head + ring_@.count) % $] = message;
        ring_@.count++;
        sent = 1;
    } else {
        ring_@.dropped++;
    }
    pthread_mutex_unlock(&lock_#);
    return sent;
}

static struct message_@ *receive_@(void)
{
    struct message_@ *message = NULL;
    pthread_mutex_lock(&lock_#);
    if (ring_@.count > 0) {
        message = ring_@.messages[ring_@.head];
        ring_@.head = (ring_@.head + 1) % $;
        ring_@.count--;
    }
    pthread_mutex_unlock(&lock_#);
    return message;
}

int operate_@(int input)
{
    int below = BELOW;
    struct message_@ *message;
    int kind = 0;
    if (!send_@(compose_@(below, "a message of module @")))
        log_result(below);
    message = receive_@();
    if (message != NULL)
        kind = message->kind;
    return clamp(kind + input, 0, 100);
}
