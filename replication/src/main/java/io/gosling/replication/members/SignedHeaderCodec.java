package io.gosling.replication.members;

import io.gosling.wire.SecureHashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;

/**
 * Encodes the messages between servers as one header, signed with HMAC-SHA-256 (RFC 2104) under the replica set's
 * secret, and verifies and decodes it. Immutable; for many threads.
 */
public final class SignedHeaderCodec {
    private static final String MAC = "; mac=";
    private static final int LONGEST = 2048;

    private final SecretKey key;

    /** @param secret 16 bytes or more; a key of its own is derived from it */
    public SignedHeaderCodec(String secret) {
        byte[] shared = secret.getBytes(StandardCharsets.UTF_8);
        if (shared.length < 16) {
            throw new IllegalArgumentException("the secret has " + shared.length
                    + " bytes; expected 16 or more, for example from: head -c 32" + " /dev/urandom | base64");
        }
        this.key = SecureHashes.hmacKey(
                SecureHashes.hmac(shared, "gosling replication 1".getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The signed header's value.
     *
     * @param said names and values without {@code ;} and {@code =}
     * @param about the covered parts of the request or answer
     */
    String sign(Map<String, String> said, String about) {
        StringBuilder text = new StringBuilder();
        said.forEach((name, value) -> {
            if (value.indexOf(';') >= 0 || value.indexOf('=') >= 0) {
                throw new IllegalArgumentException(name + ": \"" + value + "\" has a separator of the header");
            }
            text.append(text.isEmpty() ? "" : "; ").append(name).append('=').append(value);
        });
        return text + MAC + mac(text.toString(), about);
    }

    /** The message; empty if it was not signed with the secret, or not for this request or response. */
    Optional<Map<String, String>> open(String field, String about) {
        int end = field.lastIndexOf(MAC);
        if (end < 0 || field.length() > LONGEST) {
            return Optional.empty();
        }
        String text = field.substring(0, end);
        byte[] shown = field.substring(end + MAC.length()).getBytes(StandardCharsets.ISO_8859_1);
        if (!MessageDigest.isEqual(mac(text, about).getBytes(StandardCharsets.ISO_8859_1), shown)) {
            return Optional.empty();
        }
        Map<String, String> said = new LinkedHashMap<>();
        for (String part : text.split("; ")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                said.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        return Optional.of(said);
    }

    private String mac(String text, String about) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(SecureHashes.hmac(key, (text + "\n" + about).getBytes(StandardCharsets.UTF_8)));
    }
}
