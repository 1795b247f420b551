package io.gosling.replication.serve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.replication.plan.CoopStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The copies that this server holds, under one quota for all homes: {@link CoopStore} has the accounts, a directory the
 * bytes. What was there before a start is deleted: copies come back when they are asked for.
 *
 * <p>For many threads; the monitor guards accounts and list and is not held while files are read or written. A file that is
 * deleted while it is sent is sent to its end where the system allows to delete it, and deleted at the next start elsewhere.
 */
final class CopyShelf {
    private static final Logger LOG = System.getLogger(CopyShelf.class.getName());
    private static final String ENDING = ".gosling-copy";

    private final Path directory;

    @GuardedBy("this")
    private final CoopStore accounts;

    private final long quota;

    @GuardedBy("this")
    private final Map<String, Copy> copies = new HashMap<>();

    private CopyShelf(Path directory, CoopStore accounts, long quota) {
        this.directory = directory;
        this.accounts = accounts;
        this.quota = quota;
    }

    /**
     * An empty one.
     *
     * @throws IOException when the directory cannot be made, or what an earlier run left in it not be deleted
     */
    static CopyShelf open(Path directory, CoopStore accounts, long quota) throws IOException {
        Files.createDirectories(directory);
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, "*" + ENDING)) {
            for (Path file : left) {
                Files.delete(file);
            }
        }
        return new CopyShelf(directory, accounts, quota);
    }

    /** A new file for bytes that are coming. */
    Path fresh() throws IOException {
        return Files.createTempFile(directory, "c", ENDING);
    }

    /** Whether a document of this length can be kept at all. */
    boolean fits(long length) {
        return length <= quota;
    }

    /** The copy, which has been used once more; null where there is none. */
    synchronized @Nullable Copy use(String home, String path) {
        return accounts.use(home, path).isPresent() ? copies.get(home + path) : null;
    }

    /** The copy, without counting it as used. */
    synchronized @Nullable Copy find(String home, String path) {
        return copies.get(home + path);
    }

    /**
     * Puts a copy in the place of the one before; whatever must go for it is deleted.
     *
     * @return the evicted, oldest first; null where it could not be kept, and its file is deleted
     */
    @Nullable
    List<Copy> keep(Copy copy) {
        List<Copy> evicted = new ArrayList<>();
        Copy before;
        boolean kept;
        synchronized (this) {
            // Its home said so last, whatever the numbers say: they begin anew where a home has lost its memory.
            accounts.forget(copy.home(), copy.path());
            before = copies.remove(copy.home() + copy.path());
            CoopStore.Admission admission = accounts.keep(copy.home(), copy.path(), copy.length(), copy.version());
            kept = admission.kept();
            for (CoopStore.Copy gone : admission.evicted()) {
                Copy victim = copies.remove(gone.home() + gone.path());
                if (victim != null) {
                    evicted.add(victim);
                }
            }
            if (kept) {
                copies.put(copy.home() + copy.path(), copy);
            }
        }
        evicted.forEach(CopyShelf::delete);
        if (before != null) {
            delete(before);
        }
        if (!kept) {
            delete(copy);
        }
        return kept ? evicted : null;
    }

    /** Notes that a copy was compared with its original, if it is still the one that was compared. */
    synchronized void checked(Copy copy, long version, long nanos) {
        copies.computeIfPresent(
                copy.home() + copy.path(),
                (key, held) -> held.file().equals(copy.file()) ? held.checked(version, nanos) : held);
    }

    /** Drops a copy that is older than this version. */
    void forget(String home, String path, long version) {
        Copy gone = null;
        synchronized (this) {
            Copy held = copies.get(home + path);
            if (held != null && held.version() < version) {
                accounts.forget(home, path);
                gone = copies.remove(home + path);
            }
        }
        if (gone != null) {
            delete(gone);
        }
    }

    /** Bytes that a home may count on here, its own copies included. */
    synchronized long roomFor(String home) {
        return accounts.quotaFor(home);
    }

    synchronized long bytes() {
        return accounts.bytes();
    }

    /** All copies, in no order. */
    synchronized List<Copy> all() {
        return List.copyOf(copies.values());
    }

    /** Deletes everything, at the end. */
    void clear() {
        List<Copy> all;
        synchronized (this) {
            all = List.copyOf(copies.values());
            all.forEach(copy -> accounts.forget(copy.home(), copy.path()));
            copies.clear();
        }
        all.forEach(CopyShelf::delete);
    }

    private static void delete(Copy copy) {
        delete(copy.file());
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be deleted now and is at the next start: {1}", file, e);
        }
    }
}
