package io.gosling.origin.cache;

import io.gosling.caching.PartialReply;
import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredReply;
import io.gosling.caching.Variant;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.ReplyCopy;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.gos.space.ClusterReplies;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.origin.cache.VariantIndex.Key;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Answers a GET that memory did not: from another node, or by asking the origin, each time by an {@link Attempt}.
 * Blocks.
 */
record Fetch(
        Upstream upstream,
        ReplyMemory memory,
        ClusterReplies others,
        Flights flights,
        ReplyStore replyStore,
        Failures failures,
        OriginAnswers answers,
        Attempt.Times times) {
    Response aside(CacheRequest ask, String why) {
        try {
            Upstream.Answer answer = upstream.send(
                    new Upstream.Message(ask.method(), ask.target(), ask.sent(), null, ask.caller(), ask.interim()));
            if (answer.status() == 206 && ask.slice() == null) {
                replyStore.noteOfPart(ask, PartialReply.ofWhole(answer.headers()));
            }
            return answers.passed(ask, answer, CacheStatusMember.forwarded(why));
        } catch (IOException e) {
            return failures.refusal(e, CacheStatusMember.forwarded(why));
        }
    }

    /** Revalidates a stale copy, which is being served, in the background. */
    void validateLater(CacheRequest ask, Key variantKey) {
        Flight mine = new Flight(memory.permit(ask.url()));
        if (flights.current(variantKey.key(), mine) != null) {
            return;
        }
        CacheRequest nobody = ask.withoutBytes();
        Thread.ofVirtual()
                .name("gosling-origin-validation")
                .start(() -> ask(nobody, variantKey, memory.take(variantKey.key()), "stale", mine)
                        .discard());
    }

    /** Loads the record of a URL from the disk into memory, unless it is there or a fetch is under way. */
    void revive(CacheRequest ask, Key variantKey) {
        Flight mine = new Flight(memory.permit(ask.url()));
        if (memory.holds(variantKey.key()) || flights.current(variantKey.key(), mine) != null) {
            return;
        }
        Attempt attempt = new Attempt(this, ask.withoutBytes(), variantKey, null, "stale", mine);
        try {
            if (attempt.isOnDisk()) {
                attempt.run().discard();
            }
        } finally {
            attempt.end();
        }
    }

    Response ask(CacheRequest ask, Key variantKey, @Nullable ReplyCopy copy, String why, @Nullable Flight flight) {
        Attempt attempt = new Attempt(this, ask, variantKey, copy, why, flight);
        try {
            return attempt.run();
        } finally {
            attempt.end();
        }
    }

    /** Reads along with another request's fetch; null where this request may not, or the bytes are gone. */
    @Nullable
    Response along(CacheRequest ask, StreamedReply streamedReply, CacheStatusMember handling, long now) {
        StoredReply reply = streamedReply.reply;
        Headers fields = reply.fields();
        boolean same = Variant.of(fields, ask.sent()).equals(Variant.of(fields, streamedReply.asked));
        if (!same || reply.judge(ask.terms(), now) != ReuseDecision.SERVE) {
            return null;
        }
        ReplyReader reader = streamedReply.tryReader(new Continuation(reply, ask, ask.of(upstream), null));
        if (reader == null) {
            return null;
        }
        memory.countShared();
        long ttl = reply.freshFor(now).toSeconds();
        return answers.coming(
                ask, streamedReply, fields, reader, handling.asCollapsed(ttl, ResponseSource.LOCAL_MEMORY), now);
    }
}
