package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.Ticker;
import io.gosling.gos.purge.NumberedPurges;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.ObjectResult;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.StoredContent;
import io.gosling.http.Headers;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeValueCodec;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The repository below the memory, for responses of origins: what one node has put there while it was fresh, all nodes
 * find, and use without asking the origin (a web cache as in Aldinucci and Torquati, HOC).
 *
 * <p>Each response lies there with the version vector of the purges up to which it was good, and the epoch in which it
 * was. A node that finds it compares it with the purges that it has applied itself since ({@link NumberedPurges}); with
 * a lease these are all of its epoch that are complete, and responses of other epochs are not used. So an object may
 * come late, come back, or be overwritten by an older one: nothing from before a purge is served after it.
 *
 * <pre>
 *   put    response of the origin  ->  epoch, vector, head, body  ->  its home, unless a purge has meant it
 *   find   key  ->  its home, for at most {@link #WAIT}  ->  variant by Vary  ->  purges since  ->  response
 * </pre>
 *
 * <p>Under the key of a URL whose responses vary there is a head without its body, which names the headers. After a
 * failure nothing is asked for or put for {@link #PAUSE}, or, if the homes were quick before, until the late answer
 * comes. Safe for use by many threads; {@link #find} blocks.
 */
public final class RepositoryTier {
    /** The largest object with its header, in bytes: larger responses are not put, as in the paper. */
    public static final int MOST_BYTES = 256 << 10;

    /** The longest wait for one response. */
    static final Duration WAIT = Duration.ofMillis(500);

    /** Time after a failure without further questions. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    /** Answers in time before a pause, after which the first late answer ends it: homes that are always slow do not. */
    public static final int LIVELY = 8;

    /** Puts on their way at a time; beyond, responses are not put. */
    private static final int MOST_PUTS = 64;

    private static final Logger LOG = System.getLogger(RepositoryTier.class.getName());
    private static final Duration LONGEST_LIFE = Duration.ofDays(365);
    private static final int FORMAT = 2;
    private static final String KEYS = "response ";

    private final NodeObjectMemory memory;
    private final Supplier<@Nullable ObjectRepository> objects;
    private final LongSupplier epoch;
    private final Supplier<PurgeVersionVector> applied;
    private final NumberedPurges purges;
    private final Ticker ticker;
    private final InstantSource wall;
    private final Semaphore puts = new Semaphore(MOST_PUTS);

    /** Answers in time since the last pause began. */
    private final AtomicInteger inTime = new AtomicInteger();

    private final AtomicReference<@Nullable Pause> paused = new AtomicReference<>();

    private record Pause(long untilNanos, boolean endsEarly) {
        boolean isOver(long nowNanos) {
            return nowNanos - untilNanos >= 0;
        }
    }

    private record Found(StoredResponseHead reply, long epoch, PurgeVersionVector stored, byte[] body) {
        String variant(Headers sent) {
            return VariantKeyBuilder.of(reply.fields(), sent);
        }
    }

    /**
     * @param objects the repository; null while there is none
     * @param epoch of this node's lease
     * @param applied the purges that were applied to this node's memory
     * @param claimed at least these, and those that were missed
     */
    public RepositoryTier(
            NodeObjectMemory memory,
            Supplier<@Nullable ObjectRepository> objects,
            LongSupplier epoch,
            Supplier<PurgeVersionVector> applied,
            Supplier<PurgeVersionVector> claimed,
            Ticker ticker,
            InstantSource wall) {
        this.memory = memory;
        this.objects = objects;
        this.epoch = epoch;
        this.applied = applied;
        this.purges = new NumberedPurges(claimed);
        this.ticker = ticker;
        this.wall = wall;
    }

    /** Puts it into use: from now on it is searched, and purged. */
    public void begin() {
        memory.repository().set(this);
    }

    void purged(PurgeRecord record, List<PurgeTarget> targets) {
        purges.add(record, targets);
    }

    void doubt() {
        purges.doubt();
    }

    /** Finds the response for a request, which may be stale; null for none, without the right to serve, or a home. */
    @Nullable
    RepositoryResponse find(String key, Headers sent) {
        ObjectRepository from = inUse();
        if (from == null) {
            return null;
        }
        long until = ticker.nanos() + WAIT.toNanos();
        String base = PurgeTarget.base(key);
        String at = key;
        Found found = get(from, at, until);
        String variant = found == null ? "" : found.variant(sent);
        if (found != null && at.equals(base) && !variant.isEmpty()) {
            at = ResponseMemory.key(base, variant);
            found = get(from, at, until);
            variant = found == null ? "" : found.variant(sent);
        }
        return found != null
                        && at.equals(variant.isEmpty() ? base : ResponseMemory.key(base, variant))
                        && found.epoch == epoch.getAsLong()
                        && purges.spare(base, found.reply.tags(), found.stored)
                ? new RepositoryResponse(found.reply, variant, found.body)
                : null;
    }

    private @Nullable ObjectRepository inUse() {
        Pause pause = paused.get();
        boolean may = memory.hot().mayServe() && (pause == null || pause.isOver(ticker.nanos()));
        return may ? objects.get() : null;
    }

    /** Begins a pause, unless there is one. */
    private @Nullable Pause pause() {
        long now = ticker.nanos();
        boolean endsEarly = inTime.getAndSet(0) >= LIVELY;
        return paused.updateAndGet(
                last -> last == null || last.isOver(now) ? new Pause(now + PAUSE.toNanos(), endsEarly) : last);
    }

    /** An answer that nobody waits for any more: its home is slow, and not gone. */
    private void late(@Nullable Pause since, GetResult result) {
        if (since != null && since.endsEarly && !(result instanceof ObjectResult.Unavailable)) {
            paused.compareAndSet(since, null);
        }
    }

    private @Nullable Found get(ObjectRepository from, String key, long untilNanos) {
        ObjectKey name = name(key);
        if (name == null) {
            return null;
        }
        CompletableFuture<GetResult> asked = from.getAsync(name);
        try {
            GetResult result = asked.get(Math.max(0, untilNanos - ticker.nanos()), TimeUnit.NANOSECONDS);
            if (result instanceof ObjectResult.Unavailable) {
                pause();
                return null;
            }
            inTime.incrementAndGet();
            if (result instanceof GetResult.Found found) {
                return read(found.content());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            Pause since = pause();
            asked.thenAccept(result -> late(since, result));
        } catch (ExecutionException e) {
            pause();
        } catch (IOException | IllegalArgumentException | ArithmeticException e) {
            // Put by somebody else, or by a node of another version: as if there were none.
        }
        return null;
    }

    private Found read(StoredContent content) throws IOException {
        WireReader in = new WireReader(content.bytes());
        int format = in.readUnsignedByte();
        if (format != FORMAT) {
            throw new IOException("a response of format " + format + "; expected " + FORMAT);
        }
        long since = in.readLong();
        PurgeVersionVector stored = PurgeValueCodec.clock(in);
        long heldMillis = Math.max(0, wall.millis() - in.readLong());
        long lifeMillis = in.readLong();
        Duration left = content.timeToLive();
        // Clocks of nodes differ: the later of two tells.
        long byHome = left == null ? 0 : lifeMillis - left.toMillis();
        Duration held = Duration.ofMillis(Math.max(heldMillis, byHome));
        StoredResponseHead reply = StoredResponseHeadCodec.read(in.readBlock(), ticker.nanos() - held.toNanos());
        return new Found(reply, since, stored, in.readBytes(in.left()));
    }

    /**
     * Puts a response that its origin has sent or confirmed, unless a purge has meant it since it was asked for. Does
     * not wait.
     *
     * @param key with its variant
     * @param body remains the caller's
     */
    void put(ResponseMemory.Permit permit, String key, StoredResponseHead reply, ByteBuf body) {
        ObjectRepository into = inUse();
        Duration fresh = reply.freshFor(ticker.nanos());
        int most = into == null ? 0 : Math.min(MOST_BYTES, into.largest());
        if (into == null || fresh.toMillis() < 1 || reply.isSliceIndex() || body.readableBytes() > most) {
            return;
        }
        // Before the purges are compared: they are at least these, and its epoch is this one or a later one.
        long since = epoch.getAsLong();
        PurgeVersionVector stored = applied.get();
        if (!permit.isGoodFor(reply.tags())) {
            return;
        }
        Duration life = fresh.compareTo(LONGEST_LIFE) < 0 ? fresh : LONGEST_LIFE;
        String base = PurgeTarget.base(key);
        if (!key.equals(base)) {
            send(into, base, () -> write(reply, since, stored, life, new byte[0]), life, most);
        }
        send(into, key, () -> write(reply, since, stored, life, ByteBufUtil.getBytes(body)), life, most);
    }

    private byte[] write(StoredResponseHead reply, long since, PurgeVersionVector stored, Duration life, byte[] body) {
        WireWriter out = new WireWriter(512 + body.length).writeByte(FORMAT).writeLong(since);
        PurgeValueCodec.clock(out, stored);
        return out.writeLong(wall.millis())
                .writeLong(life.toMillis())
                .writeBlock(StoredResponseHeadCodec.write(reply, ticker.nanos()))
                .writeBytes(body)
                .toByteArray();
    }

    /** Puts an object, whose bytes are made if there is room for one more on its way; a failure is not the caller's. */
    private void send(ObjectRepository into, String key, Supplier<byte[]> made, Duration life, int most) {
        ObjectKey name = name(key);
        if (name == null || !puts.tryAcquire()) {
            return;
        }
        boolean sent = false;
        try {
            byte[] bytes = made.get();
            if (bytes.length <= most) {
                StoredContent content = StoredContent.of(bytes).expiring(life);
                into.putAsync(name, content, ChangeCondition.any(), AcknowledgementLevel.HOME)
                        .whenComplete(this::sent);
                sent = true;
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a response was not put into the repository", e);
            pause();
        } finally {
            if (!sent) {
                puts.release();
            }
        }
    }

    private void sent(@Nullable PutResult result, @Nullable Throwable failure) {
        puts.release();
        if (failure != null || result instanceof ObjectResult.Unavailable) {
            pause();
        }
    }

    /** The object of a key; null for one that is too long. */
    private static @Nullable ObjectKey name(String key) {
        byte[] name = (KEYS + key).getBytes(StandardCharsets.UTF_8);
        return name.length > ObjectKey.LONGEST ? null : ObjectKey.of(name);
    }
}
