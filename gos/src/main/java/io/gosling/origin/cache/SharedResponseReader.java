package io.gosling.origin.cache;

import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.VariantKeyBuilder;
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
 * thread, which closes it once.
 */
final class SharedResponseReader implements SharedResponseSource.Giving {
    private static final RequestCacheDirectives ANY = RequestCacheDirectives.of(Headers.empty());

    private final OriginFetcher fetcher;
    private final @Nullable CoalescedFetch flight;
    private final SharedResponseRequest ask;
    private @Nullable StoredResponse copy;
    private @Nullable StreamedResponseReader reader;
    private boolean admitted;

    /** @param flight the fetch that was entered, and is left here; or null for an object in memory */
    SharedResponseReader(OriginFetcher fetcher, @Nullable CoalescedFetch flight, SharedResponseRequest ask) {
        this.fetcher = fetcher;
        this.flight = flight;
        this.ask = ask;
    }

    private String key() {
        return ask.number() == SharedResponseRequest.AS_HELD
                ? ask.url()
                : fetcher.variantIndex()
                        .find(ask.url(), ask.fields(), fetcher.ticker().nanos())
                        .key();
    }

    boolean isHeld() {
        return copy != null || fetcher.memory().holds(key());
    }

    /** Takes a usable copy in memory; returns true if there is one. Event loops call this for an object in memory. */
    boolean takeCopy() {
        long now = fetcher.ticker().nanos();
        StoredResponse found = fetcher.memory().take(key());
        if (found != null && mayGive(found, now)) {
            fetcher.memory().countLent();
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
        if (flight == null) {
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
        fetcher.memory().countLent();
        return head(streamedReply.reply, streamedReply.asked, streamedReply.length());
    }

    private SharedResponseSource.News fromMemory() {
        if (copy == null) {
            takeCopy();
        }
        StoredResponse held = copy;
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

    /** Reads along with the fetch; a copy is given by its {@link #bytes}. */
    @Override
    public int read(byte[] to, Duration timeout) throws IOException {
        StreamedResponseReader along = reader;
        if (along == null) {
            throw new IOException("there is nothing to read");
        }
        return along.read(to, timeout);
    }

    @Override
    public void close() {
        if (copy != null) {
            copy.close();
        }
        if (reader != null) {
            reader.close();
        }
        if (flight != null) {
            flight.leave();
        }
    }
}
