package io.gosling.netty.tls;

import io.netty.handler.ssl.OpenSslSessionTicketKey;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The keys of session tickets: the newest encrypts, it and the two before it decrypt. A deleted key makes recorded
 * traffic of its time undecipherable (RFC 5077, section 5.5). For one thread.
 */
final class TicketKeys {
    private static final int KEPT = 3;

    private final SecureRandom random;
    private final Deque<OpenSslSessionTicketKey> newestFirst = new ArrayDeque<>();

    TicketKeys(SecureRandom random) {
        this.random = random;
        rotate();
    }

    void rotate() {
        byte[] bytes = new byte[OpenSslSessionTicketKey.TICKET_KEY_SIZE];
        random.nextBytes(bytes);
        int hmac = OpenSslSessionTicketKey.NAME_SIZE;
        int aes = hmac + OpenSslSessionTicketKey.HMAC_KEY_SIZE;
        newestFirst.addFirst(new OpenSslSessionTicketKey(
                Arrays.copyOf(bytes, hmac),
                Arrays.copyOfRange(bytes, hmac, aes),
                Arrays.copyOfRange(bytes, aes, bytes.length)));
        if (newestFirst.size() > KEPT) {
            newestFirst.removeLast();
        }
    }

    OpenSslSessionTicketKey[] all() {
        return newestFirst.toArray(OpenSslSessionTicketKey[]::new);
    }
}
