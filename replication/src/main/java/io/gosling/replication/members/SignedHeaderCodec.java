package io.gosling.replication.members;

import io.gosling.wire.SecureHashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;

/**
 * Encodes the messages between servers as one header, signed with HMAC-SHA-256 (RFC 2104) under the replica set's
 * secret, and verifies and decodes it. While the secret is being changed, messages signed with a second one are
 * accepted too. For many threads.
 */
public final class SignedHeaderCodec {
    private static final String MAC = "; mac=";
    private static final int LONGEST = 2048;

    private static final int LEAST_BYTES = 16;
    private static final int MOST_SECRETS = 2;
    private static final int LABEL_BYTES = 4;

    /** The secret that signs, and another one that is accepted. */
    private volatile List<Secret> secrets;

    /** @param label tells secrets apart in logs, and does not reveal them */
    private record Secret(SecretKey key, String label) {
        static Secret of(String line) {
            byte[] shared = line.getBytes(StandardCharsets.UTF_8);
            if (shared.length < LEAST_BYTES) {
                throw new IllegalArgumentException("the secret has " + shared.length + " bytes; expected " + LEAST_BYTES
                        + " or more, for example from: head -c 32 /dev/urandom | base64");
            }
            return new Secret(
                    SecureHashes.hmacKey(derive(shared, "gosling replication 1")),
                    HexFormat.of().formatHex(derive(shared, "gosling replication label"), 0, LABEL_BYTES));
        }

        private static byte[] derive(byte[] shared, String purpose) {
            return SecureHashes.hmac(shared, purpose.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * @param text a secret of 16 bytes or more, and perhaps a second line with another one that is accepted
     * @throws IllegalArgumentException when one is shorter, or there is none, or there are more
     */
    public SignedHeaderCodec(String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        if (lines.isEmpty() || lines.size() > MOST_SECRETS) {
            throw new IllegalArgumentException("the secret has " + lines.size()
                    + " lines; expected one, and a second one while it is being changed");
        }
        this.secrets = lines.stream().map(Secret::of).toList();
    }

    /** Returns true if this accepts what another one signs. */
    public boolean accepts(SignedHeaderCodec other) {
        return secrets.contains(other.secrets.getFirst());
    }

    /** Takes over the secrets of another one. */
    public void replaceBy(SignedHeaderCodec other) {
        secrets = other.secrets;
    }

    /** Short names of the secret that signs and of one that is accepted besides. */
    public List<String> labels() {
        return secrets.stream().map(Secret::label).toList();
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
        return text + MAC + mac(secrets.getFirst().key, text.toString(), about);
    }

    /** The message; empty if it was not signed with an accepted secret, or not for this request or response. */
    Optional<Map<String, String>> open(String field, String about) {
        int end = field.lastIndexOf(MAC);
        if (end < 0 || field.length() > LONGEST) {
            return Optional.empty();
        }
        String text = field.substring(0, end);
        byte[] shown = field.substring(end + MAC.length()).getBytes(StandardCharsets.ISO_8859_1);
        if (secrets.stream()
                .noneMatch(secret -> MessageDigest.isEqual(
                        mac(secret.key, text, about).getBytes(StandardCharsets.ISO_8859_1), shown))) {
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

    private static String mac(SecretKey key, String text, String about) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(SecureHashes.hmac(key, (text + "\n" + about).getBytes(StandardCharsets.UTF_8)));
    }
}
