package io.gosling.replication.serve;

import io.gosling.document.EntityTags;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.http.HttpDate;
import io.gosling.netty.PoolExhaustedException;
import io.gosling.replication.plan.Consistency;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies as they are asked for: the first request for one brings it from its home, and those that come meanwhile wait for
 * the same pull (DC-Apache, section 3.1.2.2). For many virtual threads.
 *
 * <pre>
 *   absent -> coming: a client asks, and the home offers it
 *   coming -> held:   all bytes are on the disk and fit the home's tag
 *   held   -> held:   compared with the original, when {@link Consistency} says so
 *   held   -> absent: evicted, or the home says that it has changed or that it offers it no more
 * </pre>
 */
final class Copies {
    private static final Logger LOG = System.getLogger(Copies.class.getName());
    private static final int REFUSED = 10_000;
    private static final int PIECE = 64 << 10;
    /** Longer files have a tag that is not made of their bytes. */
    private static final long HASHED = 1L << 30;

    private final CopyShelf shelf;
    private final PeerClient client;
    private final Group group;
    private final Consistency consistency;
    private final CoopSettings settings;
    private final Duration patience;
    private final Ticker ticker;
    private final Consumer<List<Copy>> evicted;
    private final Semaphore slots;
    private final Map<String, Pull> pulls = new ConcurrentHashMap<>();
    /** When a home said that it does not offer a path: whoever makes up addresses is not to keep it busy. */
    private final Map<String, Long> refused = new ConcurrentHashMap<>();

    final LongAdder pulled = new LongAdder();
    final LongAdder validated = new LongAdder();

    /**
     * @param patience how long a request waits for a pull
     * @param evicted told what had to go, outside all locks
     */
    Copies(
            CopyShelf shelf,
            PeerClient client,
            Group group,
            Consistency consistency,
            CoopSettings settings,
            Duration patience,
            Ticker ticker,
            Consumer<List<Copy>> evicted) {
        this.shelf = shelf;
        this.client = client;
        this.group = group;
        this.consistency = consistency;
        this.settings = settings;
        this.patience = patience;
        this.ticker = ticker;
        this.evicted = evicted;
        this.slots = new Semaphore(settings.pulls());
    }

    /** One pull, and what a notice said while it was under way. */
    /** What has come of comparing or bringing a copy. */
    private enum Brought {
        /** It is now the original's. */
        GOOD,
        /** The home has said that there is nothing to be kept. */
        REFUSED,
        /** Too much else is on its way: the home may be well. */
        BUSY,
        /** The home does not answer, or broke off. */
        UNREACHABLE
    }

    private static final class Pull {
        private final CompletableFuture<Brought> done = new CompletableFuture<>();
        private volatile long told;
    }

    /**
     * A copy that may be served.
     *
     * @param wanted the version that the client's link names
     * @return null where the client is to ask the home
     */
    @Nullable
    Copy find(Peer home, String path, long wanted) throws InterruptedException {
        Copy held = shelf.use(home.name(), path);
        if (held != null && consistency.use(held.version(), wanted, age(held)) == Consistency.Use.SERVE) {
            return held;
        }
        if (!group.isHeard(home)) {
            return held != null && isWithinGrace(held) ? held : null;
        }
        if (held == null && wasRefused(home, path)) {
            return null;
        }
        Brought outcome = bring(home, path);
        Copy brought = shelf.find(home.name(), path);
        boolean good = outcome == Brought.GOOD;
        boolean excused = outcome == Brought.UNREACHABLE && brought != null && isWithinGrace(brought);
        return good || excused ? brought : null;
    }

    private Duration age(Copy copy) {
        return Duration.ofNanos(ticker.nanos() - copy.checkedNanos());
    }

    private boolean isWithinGrace(Copy copy) {
        return age(copy).compareTo(consistency.validateAfter().plus(settings.grace())) < 0;
    }

    private boolean wasRefused(Peer home, String path) {
        Long when = refused.get(home.name() + path);
        return when != null && ticker.nanos() - when < Consistency.BETWEEN_QUESTIONS.toNanos();
    }

    /** The home says that its document has this version: an older copy is not served any more. */
    void forget(String home, String path, long version) {
        Pull underWay = pulls.get(home + path);
        if (underWay != null) {
            underWay.told = Math.max(underWay.told, version);
        }
        shelf.forget(home, path, version);
    }

    /** The home has newer bytes, which are brought if there is a copy of older ones. Returns at once. */
    void refresh(Peer home, String path, long version) {
        Copy held = shelf.find(home.name(), path);
        forget(home.name(), path, version);
        if (held != null && held.version() < version) {
            Thread.ofVirtual().name("gosling-copy").start(() -> {
                try {
                    bring(home, path);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    /** Compares or brings; one at a time for each document. */
    private Brought bring(Peer home, String path) throws InterruptedException {
        String key = home.name() + path;
        Pull mine = new Pull();
        Pull underWay = pulls.putIfAbsent(key, mine);
        if (underWay != null) {
            return await(underWay);
        }
        Brought outcome = Brought.BUSY;
        try {
            if (slots.tryAcquire()) {
                try {
                    outcome = pull(home, path, mine) ? Brought.GOOD : Brought.REFUSED;
                } finally {
                    slots.release();
                }
            }
        } catch (PoolExhaustedException e) {
            outcome = Brought.BUSY;
        } catch (IOException e) {
            outcome = Brought.UNREACHABLE;
            refuse(home, path);
            LOG.log(Level.DEBUG, "{0} of {1} was not brought: {2}", path, home.name(), e);
        } finally {
            pulls.remove(key, mine);
            mine.done.complete(outcome);
        }
        return outcome;
    }

    private Brought await(Pull pull) throws InterruptedException {
        try {
            return pull.done.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return Brought.BUSY;
        }
    }

    private boolean pull(Peer home, String path, Pull pull) throws IOException {
        Copy held = shelf.find(home.name(), path);
        long asked = ticker.nanos();
        try (PeerClient.Reply reply = client.pull(home, path, held == null ? "" : held.source())) {
            int status = reply.response().status();
            long version = reply.word().version();
            if (status == 304 && held != null && Consistency.mayKeep(version, pull.told)) {
                shelf.checked(held, version, asked);
                validated.increment();
                return true;
            }
            if (status == 200
                    && reply.word().offered()
                    && shelf.fits(reply.response().length())) {
                return receive(home, path, reply, pull, asked);
            }
            shelf.forget(home.name(), path, Long.MAX_VALUE);
            refuse(home, path);
            return false;
        }
    }

    private void refuse(Peer home, String path) {
        if (refused.size() >= REFUSED) {
            refused.clear();
        }
        refused.put(home.name() + path, ticker.nanos());
    }

    private boolean receive(Peer home, String path, PeerClient.Reply reply, Pull pull, long asked) throws IOException {
        Headers fields = reply.response().headers();
        long length = reply.response().length();
        String etag = String.valueOf(fields.first("ETag"));
        String mediaType = String.valueOf(fields.first("Content-Type"));
        Instant modified = HttpDate.parse(String.valueOf(fields.first("Last-Modified")));
        Path file = shelf.fresh();
        boolean whole = false;
        try {
            write(reply.response().body(), length, file);
            whole = fits(file, length, etag);
        } finally {
            if (!whole) {
                CopyShelf.delete(file);
            }
        }
        if (!whole) {
            throw new IOException("the bytes do not fit their tag " + etag);
        }
        Copy copy = new Copy(
                home.name(),
                path,
                file,
                length,
                mediaType,
                etag,
                modified == null ? Instant.EPOCH : modified,
                reply.word().source(),
                reply.word().version(),
                asked);
        if (!Consistency.mayKeep(copy.version(), pull.told)) {
            CopyShelf.delete(file);
            return false;
        }
        List<Copy> gone = shelf.keep(copy);
        pulled.increment();
        if (gone != null && !gone.isEmpty()) {
            evicted.accept(gone);
        }
        return gone != null;
    }

    /** Never more than was announced. */
    private static void write(InputStream in, long length, Path file) throws IOException {
        byte[] piece = new byte[PIECE];
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long left = length;
            while (left > 0) {
                int read = in.read(piece, 0, (int) Math.min(PIECE, left));
                if (read < 0) {
                    throw new IOException("the home ended " + left + " bytes early");
                }
                ByteBuffer bytes = ByteBuffer.wrap(piece, 0, read);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                left -= read;
            }
        }
    }

    private static boolean fits(Path file, long length, String etag) throws IOException {
        if (!EntityTags.isOfContent(etag) || length == 0 || length > HASHED) {
            return Files.size(file) == length;
        }
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return EntityTags.ofContent(in.map(FileChannel.MapMode.READ_ONLY, 0, length))
                    .equals(etag);
        }
    }
}
