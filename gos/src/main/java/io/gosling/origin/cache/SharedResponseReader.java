package io.gosling.origin.cache;

import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A response on its way to another node, from this one's memory or along with its fetch: one reader more. Used by one
 * thread.
 */
final class SharedResponseReader implements SharedResponseSource.Giving {
    private static final RequestCacheDirectives ANY = RequestCacheDirectives.of(Headers.empty());

    private final @Nullable CoalescedFetch flight;
    private final SharedResponseRequest ask;
    private final ResponseMemory memory;
    private final VariantIndex variantIndex;
    private final Ticker ticker;
    private @Nullable StoredResponse copy;
    private @Nullable StreamedResponseReader reader;
    private int position;
    private boolean admitted;
    private boolean left;

    /** @param flight the fetch entered and left here; or null for an object in memory */
    SharedResponseReader(
            @Nullable CoalescedFetch flight,
            SharedResponseRequest ask,
            ResponseMemory memory,
            VariantIndex variantIndex,
            Ticker ticker) {
        this.flight = flight;
        this.ask = ask;
        this.memory = memory;
        this.variantIndex = variantIndex;
        this.ticker = ticker;
    }

    private String key() {
        return ask.number() == SharedResponseRequest.AS_HELD
                ? ask.url()
                : variantIndex.find(ask.url(), ask.fields(), ticker.nanos()).key();
    }

    boolean isHeld() {
        return copy != null || memory.holds(key());
    }

    /** Takes a usable copy in memory; returns true if there is one. Event loops call this for an object in memory. */
    boolean takeCopy() {
        long now = ticker.nanos();
        StoredResponse found = memory.take(key());
        if (found != null && mayGive(found, now)) {
            memory.countLent();
            copy = found;
            return true;
        }
        if (found != null) {
            found.close();
        }
        return false;
    }

    private boolean mayGive(StoredResponse found, long now) {
        return ask.number() == SharedResponseRequest.AS_HELD
                ? found.isGood(now)
                : found.judge(ANY, now) == ReuseDecision.SERVE;
    }

    @Override
    public SharedResponseSource.News news(Duration timeout) throws InterruptedException {
        if (flight == null || copy != null) {
            return fromMemory();
        }
        if (!admitted) {
            switch (flight.admission(timeout)) {
                case NOT_YET -> {
                    return new SharedResponseSource.News.NotYet();
                }
                case REFUSED -> {
                    return fromMemory();
                }
                case ADMITTED -> admitted = true;
            }
        }
        CoalescedFetch.Outcome outcome = flight.await(timeout);
        return outcome == null ? new SharedResponseSource.News.NotYet() : became(outcome);
    }

    @Override
    public SharedResponseSource.@Nullable News newsAtOnce() {
        return flight == null ? fromMemory() : null;
    }

    @Override
    public @Nullable ByteBuf bytes() {
        return copy == null ? null : copy.bytes();
    }

    private SharedResponseSource.News became(CoalescedFetch.Outcome outcome) {
        return switch (outcome) {
            case CoalescedFetch.Outcome.Shared shared -> along(shared.streamedReply());
            case CoalescedFetch.Outcome.InMemory kept -> fromMemory();
            case CoalescedFetch.Outcome.Apart hitForMiss -> new SharedResponseSource.News.Apart();
            case CoalescedFetch.Outcome.Again again -> new SharedResponseSource.News.None();
            case CoalescedFetch.Outcome.Failed failed ->
                failed.why().isOwn()
                        ? new SharedResponseSource.News.None()
                        : new SharedResponseSource.News.Failed(failed.why());
        };
    }

    private SharedResponseSource.News along(StreamedFetch streamedReply) {
        reader = streamedReply.tryReader(null);
        if (reader == null) {
            return fromMemory();
        }
        memory.countLent();
        return head(streamedReply.reply, streamedReply.asked, streamedReply.length());
    }

    private SharedResponseSource.News fromMemory() {
        StoredResponse held = copy;
        if (held == null && takeCopy()) {
            held = copy;
        }
        return held == null
                ? new SharedResponseSource.News.None()
                : head(held.reply(), ask.fields(), held.representation().length());
    }

    private SharedResponseSource.News head(StoredResponseHead reply, Headers request, long length) {
        String variant = VariantKeyBuilder.of(reply.fields(), request);
        boolean same = reply.hasStrongTag() && reply.strongTag().equals(ask.tag());
        return same
                ? new SharedResponseSource.News.Same(reply, variant)
                : new SharedResponseSource.News.Head(reply, variant, length);
    }

    @Override
    public int read(byte[] to, Duration timeout) throws IOException {
        StreamedResponseReader along = reader;
        if (along != null) {
            return along.read(to, timeout);
        }
        StoredResponse held = copy;
        if (held == null) {
            throw new IOException("there is nothing to read");
        }
        int read = held.read(position, to);
        position += Math.max(0, read);
        return read;
    }

    @Override
    public void close() {
        if (copy != null) {
            copy.close();
            copy = null;
        }
        if (reader != null) {
            reader.close();
            reader = null;
        }
        if (flight != null && !left) {
            left = true;
            flight.leave();
        }
    }
}
