package io.gosling.replication.coop;

import io.gosling.document.EntityTagGenerator;
import io.gosling.document.PreparedHeaders;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaPeerClient;
import io.gosling.replication.members.ReplicaPeerClient.Reply;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches copies on demand: the first request for a copy starts a fetch from its home, and it and later requests wait
 * for that same fetch (DC-Apache, section 3.1.2.2). After a short time they are redirected to the home, and the fetch
 * goes on. Requests are redirected at once if no further fetch from their home may be under way ({@link
 * CopyFetchSlots}). For many virtual threads.
 *
 * <pre>
 *   absent -> coming: a client requests it, and the home offers it
 *   coming -> held:   all bytes are on the disk and fit the home's tag
 *   held   -> held:   revalidated, when {@link CopyConsistencySettings} requires it
 *   held   -> absent: evicted, or the home reports that it has changed or is offered no more
 * </pre>
 */
public final class CopyFetcher {
    private static final Logger LOG = System.getLogger(CopyFetcher.class.getName());
    private static final int REFUSED = 10_000;
    /** Longest path of a document. It bounds the memory for addresses that clients make up. */
    private static final int LONGEST_PATH = 2048;

    private static final int PIECE = 64 << 10;
    /** Back-off after a failed fetch that took longer than any request waits, as a multiple of its duration. */
    private static final int REST = 9;

    private static final Duration LAST = Duration.ofSeconds(2);

    private final CopyDirectory copyDirectory;
    private final ReplicaPeerClient client;
    private final ReplicaSet group;
    private final CopyConsistencySettings consistency;
    private final SettingValues settings;
    private final Consumer<List<EvictedCopy>> evicted;
    private final CopyFetchSlots slots;
    private final Map<String, Pull> pulls = new ConcurrentHashMap<>();
    /** End of the back-off of a path: clients that make up addresses must not keep its home busy. */
    private final Map<String, Long> pauses = new ConcurrentHashMap<>();
    /** Once set, nothing is fetched or written. */
    private volatile boolean closed;

    /** @param evicted receives the evicted copies, outside all locks */
    public CopyFetcher(
            CopyDirectory copyDirectory,
            ReplicaPeerClient client,
            ReplicaSet group,
            SettingValues settings,
            Consumer<List<EvictedCopy>> evicted) {
        this.copyDirectory = copyDirectory;
        this.client = client;
        this.group = group;
        this.settings = settings;
        this.consistency = new CopyConsistencySettings(settings);
        this.evicted = evicted;
        this.slots = new CopyFetchSlots(
                settings.get(CoopSettings.PULLS), () -> group.peers().size());
    }

    private enum PullOutcome {
        /** The copy is now the same as the original. */
        GOOD,
        /** The home has reported that there is nothing to keep. */
        REFUSED,
        /** Not now, as with too many fetches under way. */
        BUSY,
        /** The home does not answer, or broke off the transfer. */
        UNREACHABLE
    }

    long deadline() {
        return nanos() + settings.get(CoopSettings.PULL_WAIT).toNanos();
    }

    private long nanos() {
        return group.ticker().nanos();
    }

    /** Finds a usable copy, fetched or revalidated if need be; null to redirect the client to the home. */
    @Nullable
    ReplicaCopy find(ReplicaPeer home, String path, long wanted, long deadline) throws InterruptedException {
        if (path.length() > LONGEST_PATH) {
            return null;
        }
        ReplicaCopy held = copyDirectory.use(home.name(), path);
        if (held != null && isGood(held, wanted)) {
            return held;
        }
        Long pausedUntil = pauses.get(home.name() + path);
        if (!group.isHeard(home) || (pausedUntil != null && pausedUntil - nanos() > 0)) {
            return held != null && isWithinGrace(held) ? held : null;
        }
        Pull mine = new Pull(home, path);
        Pull underWay = begin(mine);
        PullOutcome outcome = await(underWay, deadline);
        ReplicaCopy pulled = copyDirectory.find(home.name(), path);
        if (underWay != mine && outcome == PullOutcome.GOOD && pulled != null && !isGood(pulled, wanted)) {
            // The fetch of an earlier request may result in an older version than this request names.
            outcome = await(begin(new Pull(home, path)), deadline);
            pulled = copyDirectory.find(home.name(), path);
        }
        boolean excused = outcome == PullOutcome.UNREACHABLE && pulled != null && isWithinGrace(pulled);
        return outcome == PullOutcome.GOOD || excused ? pulled : null;
    }

    private boolean isGood(ReplicaCopy copy, long wanted) {
        return consistency.use(copy.version(), wanted, age(copy)) == CopyConsistencySettings.Use.SERVE;
    }

    private Duration age(ReplicaCopy copy) {
        return Duration.ofNanos(nanos() - copy.checkedNanos());
    }

    private boolean isWithinGrace(ReplicaCopy copy) {
        return age(copy)
                        .compareTo(consistency
                                .get(CopyConsistencySettings.VALIDATE_AFTER)
                                .plus(settings.get(CoopSettings.GRACE)))
                < 0;
    }

    /**
     * Loads a copy into memory if it is repeatedly requested by the address of exactly its version.
     *
     * @param fields the headers for the event-loop path
     * @throws IOException when its file cannot be read
     */
    void heat(ReplicaCopy copy, long wanted, Supplier<PreparedHeaders> fields) throws IOException {
        if (wanted == copy.version()) {
            copyDirectory.heat(copy, fields);
        }
    }

    void lost(ReplicaCopy copy) {
        if (copyDirectory.lost(copy)) {
            LOG.log(
                    Level.WARNING,
                    "{0}, a copy of {1}{2}, was changed or deleted by somebody else",
                    copy.file(),
                    copy.home(),
                    copy.path());
        }
    }

    /** The home reports that its document has this version: an older copy is no longer served. */
    public void forget(String home, String path, long version) {
        Pull underWay = pulls.get(home + path);
        if (underWay != null) {
            // Before the directory drops its copy, so that a later fetch sees this.
            underWay.told.accumulateAndGet(version, Math::max);
        }
        copyDirectory.forget(home, path, version);
    }

    /** The home has a newer version, which is fetched if there is a copy of an older one. Returns at once. */
    public void refresh(ReplicaPeer home, String path, long version) {
        ReplicaCopy held = copyDirectory.find(home.name(), path);
        forget(home.name(), path, version);
        if (held != null && held.version() < version) {
            begin(new Pull(home, path));
        }
    }

    private PullOutcome await(Pull pull, long deadline) throws InterruptedException {
        try {
            return pull.done.get(deadline - nanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return PullOutcome.BUSY;
        }
    }

    /** Starts a fetch or revalidation on a thread of its own; returns the one that is under way, one for a document. */
    private Pull begin(Pull mine) {
        Pull underWay = pulls.putIfAbsent(mine.key, mine);
        if (underWay != null) {
            return underWay;
        }
        if (!slots.tryAcquire(mine.home.name())) {
            mine.end(PullOutcome.BUSY);
        } else if (closed) {
            // Checked with a slot taken, for which {@link #close} waits.
            mine.endWithSlot(PullOutcome.BUSY);
        } else {
            try {
                Thread.ofVirtual().name("gosling-copy").start(mine);
            } catch (RuntimeException | OutOfMemoryError e) {
                // There was no thread.
                LOG.log(Level.DEBUG, "{0} was not fetched: {1}", mine, e);
                mine.endWithSlot(PullOutcome.BUSY);
            }
        }
        return mine;
    }

    /** A fetch or revalidation of one copy. */
    private final class Pull implements Runnable {
        private final ReplicaPeer home;
        private final String path;
        private final String key;
        private final CompletableFuture<PullOutcome> done = new CompletableFuture<>();
        /** The highest version that a notice has named meanwhile. */
        private final AtomicLong told = new AtomicLong();

        Pull(ReplicaPeer home, String path) {
            this.home = home;
            this.path = path;
            this.key = home.name() + path;
        }

        @Override
        public void run() {
            PullOutcome outcome = PullOutcome.UNREACHABLE;
            long begun = nanos();
            try {
                outcome = pull();
            } catch (PoolExhaustedException e) {
                outcome = PullOutcome.BUSY;
            } catch (IOException e) {
                long tried = nanos() - begun;
                pause(tried > settings.get(CoopSettings.PULL_WAIT).toNanos() ? REST * tried : 0);
                group.counts().count(Event.FAILED);
                LOG.log(Level.DEBUG, "{0} was not fetched: {1}", this, e);
            } finally {
                endWithSlot(outcome);
            }
        }

        private void endWithSlot(PullOutcome outcome) {
            slots.release(home.name());
            end(outcome);
        }

        private void end(PullOutcome outcome) {
            pulls.remove(key, this);
            done.complete(outcome);
        }

        private PullOutcome pull() throws IOException {
            ReplicaCopy held = copyDirectory.find(home.name(), path);
            long asked = nanos();
            try (Reply reply = client.pull(home, path, held == null ? "" : held.source())) {
                int status = reply.response().status();
                if (status == 304 && held != null) {
                    boolean kept =
                            copyDirectory.checked(held, reply.message().version(), reply.number(), asked, told::get);
                    group.counts().count(Event.VALIDATED);
                    return kept ? PullOutcome.GOOD : PullOutcome.BUSY;
                }
                if (status == 503) {
                    pause(0);
                    return PullOutcome.BUSY;
                }
                if (status == 200 && reply.message().offered()) {
                    if (copyDirectory.fits(reply.response().length())) {
                        return receive(reply, asked);
                    }
                    if (held != null) {
                        // With this request's number: the home ignores older ones.
                        evicted.accept(List.of(new EvictedCopy(home.name(), path, reply.number())));
                    }
                }
                copyDirectory.forget(home.name(), path, Long.MAX_VALUE);
                pause(0);
                return PullOutcome.REFUSED;
            }
        }

        private void pause(long nanos) {
            if (pauses.size() >= REFUSED) {
                pauses.clear();
            }
            pauses.put(key, nanos() + Math.max(nanos, CopyConsistencySettings.BETWEEN_QUESTIONS.toNanos()));
        }

        private PullOutcome receive(Reply reply, long asked) throws IOException {
            long length = reply.response().length();
            List<ReplicaCopy> gone = copyDirectory.reserve(home.name(), length);
            if (gone == null) {
                pause(0); // or its home would begin to send it to each who asks
                return PullOutcome.BUSY;
            }
            boolean kept = false;
            try {
                if (!gone.isEmpty()) {
                    group.counts().add(Event.EVICTED, gone.size());
                    evicted.accept(gone.stream().map(EvictedCopy::of).toList());
                }
                kept = keep(reply, asked, length);
            } finally {
                if (!kept) {
                    copyDirectory.release(home.name(), length);
                }
            }
            if (kept) {
                group.counts().count(Event.PULLED);
            }
            return kept ? PullOutcome.GOOD : PullOutcome.BUSY;
        }

        /** Receives the bytes into a file, for which there is room; false if a notice has overtaken them. */
        private boolean keep(Reply reply, long asked, long length) throws IOException {
            Headers fields = reply.response().headers();
            String etag = String.valueOf(fields.first("ETag"));
            Instant modified = HttpDateFormat.parse(String.valueOf(fields.first("Last-Modified")));
            requireOpen();
            Path file = copyDirectory.fresh();
            boolean kept = false;
            try {
                write(reply.response().body(), length, file);
                if (!fits(file, length, etag)) {
                    throw new IOException("the bytes do not fit their tag " + etag);
                }
                ReplicaCopy copy = new ReplicaCopy(
                        home.name(),
                        path,
                        file,
                        length,
                        String.valueOf(fields.first("Content-Type")),
                        etag,
                        modified == null ? Instant.EPOCH : modified,
                        reply.message().source(),
                        reply.message().version(),
                        reply.number(),
                        asked);
                kept = copyDirectory.keep(copy, told::get);
                return kept;
            } finally {
                if (!kept) {
                    CopyDirectory.delete(file);
                }
            }
        }

        @Override
        public String toString() {
            return path + " of " + home.name();
        }
    }

    /** Waits for fetches under way: each ends with the next bytes that come, or when none have come for a while. */
    public void close() {
        closed = true;
        try {
            if (!slots.close(LAST)) {
                LOG.log(Level.WARNING, "copies are still on their way after {0}", LAST);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("this server ends");
        }
    }

    private void write(InputStream in, long length, Path file) throws IOException {
        byte[] piece = new byte[PIECE];
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            long left = length;
            while (left > 0) {
                int read = in.read(piece, 0, (int) Math.min(PIECE, left));
                if (read < 0) {
                    throw new IOException("the home ended " + left + " bytes early");
                }
                requireOpen();
                out.write(piece, 0, read);
                left -= read;
            }
        }
    }

    private static boolean fits(Path file, long length, String etag) throws IOException {
        if (!EntityTagGenerator.isOfContent(etag)) {
            return Files.size(file) == length;
        }
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return EntityTagGenerator.ofContent(in, length).equals(etag);
        }
    }

    /**
     * An evicted copy, as reported to its home.
     *
     * @param number of the request that fetched it, or found no room for it
     */
    public record EvictedCopy(String home, String path, long number) {
        static EvictedCopy of(ReplicaCopy copy) {
            return new EvictedCopy(copy.home(), copy.path(), copy.number());
        }
    }
}
