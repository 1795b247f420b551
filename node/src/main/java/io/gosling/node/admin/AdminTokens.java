package io.gosling.node.admin;

import io.gosling.document.FileStamp;
import io.gosling.wire.SecureHashes;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bearer tokens (RFC 6750) of the admin port, from a file with a line {@code NAME ROLE sha256:HASH} for each and
 * comments behind a number sign. A token is 32 random bytes, so one round of SHA-256 hides it. Read again when the file
 * changes; while a changed file cannot be read, no token is admitted. Safe for use by many threads.
 */
public final class AdminTokens {
    private static final System.Logger LOG = System.getLogger(AdminTokens.class.getName());
    private static final int MOST_BYTES = 1 << 20;
    private static final int TOKEN_BYTES = 32;
    private static final String PREFIX = "gosling_";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern LINE =
            Pattern.compile("(" + NAME + ") +([a-z]+) +(?:sha256:([0-9a-f]{64})|certificate)");

    private final Path file;
    private volatile Content content;

    /**
     * A token, or a client certificate.
     *
     * @param name of the token, or the common name of the certificate
     * @param hash of the token; null for a certificate
     */
    public record Token(String name, AdminRole role, byte @Nullable [] hash) {}

    private record Content(@Nullable FileStamp stamp, List<Token> tokens) {}

    private AdminTokens(Path file, Content content) {
        this.file = file;
        this.content = content;
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when there is no token in it, or a line is wrong; the message names the line
     */
    public static AdminTokens at(Path file) throws IOException {
        return new AdminTokens(file, read(file));
    }

    /** A new token, which is secret. */
    public static String generate(SecureRandom random) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * The line of a token for the file.
     *
     * @throws IllegalArgumentException when the name has other characters than letters, digits, '.', '_' and '-'
     */
    public static String line(String name, AdminRole role, String token) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "value \"" + name + "\"; expected 1 to 64 letters, digits, '.', '_' or '-'");
        }
        return name + " " + role.label() + " sha256:" + HexFormat.of().formatHex(hash(token));
    }

    /** The token that was presented, or null. Compares with all of them, each in constant time. */
    @Nullable
    Token find(String presented) {
        byte[] hash = hash(presented);
        Token found = null;
        for (Token token : current()) {
            found = token.hash() != null && MessageDigest.isEqual(token.hash(), hash) ? token : found;
        }
        return found;
    }

    /** The line of a client certificate with this common name, or null. */
    @Nullable
    Token certified(String name) {
        return current().stream()
                .filter(token -> token.hash() == null && token.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private List<Token> current() {
        Content known = content;
        try {
            if (!FileStamp.of(file).equals(known.stamp())) {
                known = read(file);
                content = known;
                LOG.log(Level.INFO, "{0}: {1} tokens", file, known.tokens().size());
            }
        } catch (IOException | IllegalArgumentException e) {
            if (!known.tokens().isEmpty()) {
                LOG.log(Level.ERROR, "no token is admitted by {0}: {1}", file, e.getMessage());
                content = new Content(null, List.of());
            }
            return List.of();
        }
        return known.tokens();
    }

    /** The tokens of a file. */
    public static List<Token> tokens(Path file) throws IOException {
        List<Token> tokens = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                tokens.add(token(text, file + ":" + number));
            }
        }
        return List.copyOf(tokens);
    }

    private static Content read(Path file) throws IOException {
        FileStamp stamp = FileStamp.of(file);
        if (stamp.size() > MOST_BYTES) {
            throw new IllegalArgumentException(file + ": " + stamp.size() + " bytes; expected at most " + MOST_BYTES);
        }
        List<Token> tokens = tokens(file);
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ": no token; expected one at least: gosling token create --file " + file);
        }
        return new Content(stamp, tokens);
    }

    private static Token token(String text, String where) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            throw new IllegalArgumentException(
                    where + ": no token; expected NAME ROLE sha256:HASH, as gosling token create makes it, or NAME"
                            + " ROLE certificate");
        }
        try {
            String hash = line.group(3);
            return new Token(
                    line.group(1),
                    AdminRole.of(line.group(2)),
                    hash == null ? null : HexFormat.of().parseHex(hash));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    private static byte[] hash(String token) {
        return SecureHashes.sha256().digest(token.getBytes(StandardCharsets.UTF_8));
    }
}
