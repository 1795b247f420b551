package io.gosling.replication.coop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.StoredDocument;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.CopyQuotaAccounts;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The copies that this server holds, under one quota for all homes: {@link CopyQuotaAccounts} has the accounts, a
 * directory the bytes. Copies from before a start are deleted: they are fetched again on demand.
 *
 * <pre>
 *   reserve: room for bytes that are about to come; others are evicted for it
 *   keep:    the bytes are whole, and the room is theirs
 *   release: they were not
 * </pre>
 *
 * <p>A copy that leaves the list is removed from memory too ({@link HotCopies}), under the same lock.
 *
 * <p>For many threads; the monitor guards accounts and list and is not held while files are read or written. A file
 * that is deleted while it is sent is sent to its end if the system allows deleting it, and otherwise deleted at the
 * next start.
 */
public final class CopyDirectory implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CopyDirectory.class.getName());
    static final String ENDING = ".gosling-copy";
    /** Never deleted: two others could then have a lock each. */
    static final String LOCK = ".gosling-lock";

    private final Path directory;
    private final FileChannel lock;

    @GuardedBy("this")
    private final CopyQuotaAccounts accounts;

    private final long quota;
    private final HotCopies hot;

    @GuardedBy("this")
    private final Map<String, ReplicaCopy> copies = new HashMap<>();

    @GuardedBy("this")
    private boolean closed;

    private CopyDirectory(Path directory, FileChannel lock, CopyQuotaAccounts accounts, long quota, HotCopies hot) {
        this.directory = directory;
        this.lock = lock;
        this.accounts = accounts;
        this.quota = quota;
        this.hot = hot;
    }

    /**
     * An empty one.
     *
     * @throws IOException when the directory cannot be made, another server has it, or what an earlier run left in it
     *     cannot be deleted
     */
    public static CopyDirectory open(Path directory, CopyQuotaAccounts accounts, long quota, HotCopies hot)
            throws IOException {
        Files.createDirectories(directory);
        FileChannel lock =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (!isLocked(lock)) {
                throw new ImportPathTakenException(directory);
            }
            try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, "*" + ENDING)) {
                for (Path file : left) {
                    Files.delete(file);
                }
            }
            return new CopyDirectory(directory, lock, accounts, quota, hot);
        } catch (Throwable e) {
            lock.close();
            throw e;
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        }
    }

    /** A new file for bytes that are coming. */
    Path fresh() throws IOException {
        return Files.createTempFile(directory, "c", ENDING);
    }

    /** Returns true if a document of this length, negative if unknown, can be kept at all. */
    boolean fits(long length) {
        return length >= 0 && length <= quota;
    }

    /**
     * Reserves room for a document, until {@link #keep} or {@link #release}; returns the copies evicted for it, null
     * without room.
     */
    @Nullable
    List<ReplicaCopy> reserve(String home, long length) {
        List<ReplicaCopy> evicted = new ArrayList<>();
        synchronized (this) {
            List<CopyQuotaAccounts.Copy> gone = accounts.reserve(home, length).orElse(null);
            if (gone == null) {
                return null;
            }
            for (CopyQuotaAccounts.Copy one : gone) {
                ReplicaCopy victim = copies.remove(one.home() + one.path());
                if (victim != null) {
                    hot.cool(victim);
                    evicted.add(victim);
                }
            }
        }
        evicted.forEach(CopyDirectory::delete);
        return evicted;
    }

    synchronized void release(String home, long length) {
        accounts.release(home, length);
    }

    /** The copy, which has been used once more; null where there is none. */
    synchronized @Nullable ReplicaCopy use(String home, String path) {
        return accounts.use(home, path).isPresent() ? copies.get(home + path) : null;
    }

    /** Counts what was sent from memory. */
    public synchronized void used(List<HotCopies.Used> sent) {
        sent.forEach(one -> accounts.use(one.copy().home(), one.copy().path(), one.times()));
    }

    /** Returns true if this very copy is held and was requested before. */
    synchronized boolean isAskedForAgain(ReplicaCopy copy) {
        return copy.equals(copies.get(copy.home() + copy.path())) && accounts.uses(copy.home(), copy.path()) > 1;
    }

    /**
     * Loads a copy into memory if it is held, was requested before, and there is room.
     *
     * @throws IOException when its file cannot be read
     */
    void heat(ReplicaCopy copy, Supplier<PreparedHeaders> fields) throws IOException {
        if (hot.wants(copy) && isAskedForAgain(copy)) {
            StoredDocument document = hot.read(copy, fields.get());
            if (document != null) {
                heat(copy, document);
            }
        }
    }

    /** Publishes a held copy in memory; otherwise releases its bytes. */
    synchronized void heat(ReplicaCopy copy, StoredDocument document) {
        if (!closed && copy.equals(copies.get(copy.home() + copy.path()))) {
            hot.heat(copy, document);
        } else {
            document.release();
        }
    }

    /** The copy, without counting it as used. */
    synchronized @Nullable ReplicaCopy find(String home, String path) {
        return copies.get(home + path);
    }

    /**
     * Replaces a copy by one with reserved room; false, with room and file the caller's, if {@code told}, the highest
     * version that a notice has named, is newer.
     */
    boolean keep(ReplicaCopy copy, LongSupplier told) {
        ReplicaCopy before;
        synchronized (this) {
            if (closed || !CopyConsistencySettings.mayKeep(copy.version(), told.getAsLong())) {
                return false;
            }
            accounts.release(copy.home(), copy.length());
            // The home's last report counts, since numbers restart if a home has lost its state.
            accounts.forget(copy.home(), copy.path());
            accounts.keep(copy.home(), copy.path(), copy.length(), copy.version());
            before = copies.put(copy.home() + copy.path(), copy);
            if (before != null) {
                hot.cool(before);
            }
        }
        if (before != null) {
            delete(before);
        }
        return true;
    }

    /** Records a revalidation of the same copy; false where a notice has overtaken the answer. */
    synchronized boolean checked(ReplicaCopy copy, long version, long number, long nanos, LongSupplier told) {
        if (!CopyConsistencySettings.mayKeep(version, told.getAsLong())) {
            return false;
        }
        ReplicaCopy held = copies.get(copy.home() + copy.path());
        if (held != null && held.file().equals(copy.file())) {
            hot.cool(held);
            copies.put(copy.home() + copy.path(), held.checked(version, number, nanos));
        }
        return true;
    }

    /** Drops a copy that is older than this version. */
    void forget(String home, String path, long version) {
        ReplicaCopy held;
        synchronized (this) {
            held = copies.get(home + path);
            if (held == null || held.version() >= version) {
                return;
            }
            drop(held);
        }
        delete(held);
    }

    /** Drops a copy whose file has changed; false if it was dropped already. */
    boolean lost(ReplicaCopy copy) {
        synchronized (this) {
            ReplicaCopy held = copies.get(copy.home() + copy.path());
            if (held == null || !held.file().equals(copy.file())) {
                return false;
            }
            drop(held);
        }
        delete(copy);
        return true;
    }

    @GuardedBy("this")
    private void drop(ReplicaCopy copy) {
        accounts.forget(copy.home(), copy.path());
        copies.remove(copy.home() + copy.path());
        hot.cool(copy);
    }

    /** Bytes that a home may count on here, its own copies included. */
    public synchronized long roomFor(String home) {
        return accounts.quotaFor(home);
    }

    /** Bytes of all copies, including those being fetched. */
    public synchronized long bytes() {
        return accounts.bytes();
    }

    public synchronized int size() {
        return copies.size();
    }

    public synchronized List<ReplicaCopy> all() {
        return List.copyOf(copies.values());
    }

    /** Deletes all copies and lets the directory go; nothing is kept from now on. */
    @Override
    public void close() {
        List<ReplicaCopy> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(copies.values());
            all.forEach(this::drop);
        }
        all.forEach(CopyDirectory::delete);
        try {
            lock.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the lock of {0} is not let go before the process ends: {1}", directory, e);
        }
    }

    private static void delete(ReplicaCopy copy) {
        delete(copy.file());
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be deleted now and is at the next start: {1}", file, e);
        }
    }

    /** Thrown when the directory for copies is in use by another running server. */
    public static final class ImportPathTakenException extends IOException {
        private static final long serialVersionUID = 1;

        ImportPathTakenException(Path directory) {
            super("another server keeps its copies in " + directory
                    + "; expected a directory of this one's own in replication.import-path");
        }
    }
}
