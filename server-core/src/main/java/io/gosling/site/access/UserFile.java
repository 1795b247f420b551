package io.gosling.site.access;

import io.gosling.document.FileStamp;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The users of a part of a site, from a file with a line {@code NAME:HASH} for each, comments behind a number sign.
 * Read again when the file changes; while a changed file cannot be read, all users are refused. Safe for use by many
 * threads.
 */
public final class UserFile {
    private static final System.Logger LOG = System.getLogger(UserFile.class.getName());
    private static final int MOST_BYTES = 4 << 20;

    private final Path file;
    private volatile Read read;

    private record Read(@Nullable FileStamp stamp, Map<String, PasswordHash> users) {}

    private UserFile(Path file, Read read) {
        this.file = file;
        this.read = read;
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when a line of it is wrong; the message names the line
     */
    public static UserFile at(Path file) throws IOException {
        return new UserFile(file, read(file));
    }

    public Map<String, PasswordHash> users() {
        Read known = read;
        try {
            if (!FileStamp.of(file).equals(known.stamp())) {
                known = read(file);
                read = known;
                LOG.log(Level.INFO, "{0}: {1} users", file, known.users().size());
            }
        } catch (IOException | IllegalArgumentException e) {
            if (!known.users().isEmpty()) {
                LOG.log(Level.ERROR, "no user is admitted by {0}: {1}", file, e.getMessage());
                read = new Read(null, Map.of());
            }
            return Map.of();
        }
        return known.users();
    }

    private static Read read(Path file) throws IOException {
        FileStamp stamp = FileStamp.of(file);
        if (stamp.size() > MOST_BYTES) {
            throw new IllegalArgumentException(file + ": " + stamp.size() + " bytes; expected at most " + MOST_BYTES);
        }
        Map<String, PasswordHash> users = new HashMap<>();
        int line = 0;
        for (String text : Files.readAllLines(file)) {
            line++;
            if (!text.isBlank() && !text.startsWith("#")) {
                add(users, text.strip(), file + ":" + line);
            }
        }
        return new Read(stamp, Map.copyOf(users));
    }

    private static void add(Map<String, PasswordHash> users, String text, String where) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException(where + ": no user; expected NAME:HASH, as gosling password makes it");
        }
        try {
            if (users.put(text.substring(0, colon), PasswordHash.parse(text.substring(colon + 1))) != null) {
                throw new IllegalArgumentException("the user is there already");
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
