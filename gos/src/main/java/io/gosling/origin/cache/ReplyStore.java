package io.gosling.origin.cache;

import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredReply;
import io.gosling.caching.StoringRules;
import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.caching.Validation;
import io.gosling.caching.Variant;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.DiskReply;
import io.gosling.gos.memory.ReplyCopy;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.gos.purge.LocalChanges;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Headers;
import io.gosling.origin.cache.VariantIndex.Place;
import io.gosling.origin.upstream.ReplySettings;
import io.gosling.origin.upstream.Upstream;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may be kept of an origin's responses, under which key, and with which header for the fast lane. Safe for use by many
 * threads.
 */
final class ReplyStore {
    /** The header of a response that is given to another node is there within this time, or is given up. */
    private static final Duration ON_ITS_WAY = Duration.ofMinutes(1);

    private final ReplySettings settings;
    private final ReplyMemory memory;
    private final LocalChanges changes;
    private final VariantIndex notes;
    private final OriginAnswers answers;
    private final LargeReplies large;
    private final StoringRules rules;
    private final Ticker ticker;
    /** The longest time from sending a request to the origin until this node hears of its response. */
    private final long slackNanos;

    ReplyStore(
            ReplySettings settings,
            ReplyMemory memory,
            LocalChanges changes,
            VariantIndex notes,
            OriginAnswers answers,
            LargeReplies large,
            Ticker ticker) {
        this.settings = settings;
        this.memory = memory;
        this.changes = changes;
        this.notes = notes;
        this.answers = answers;
        this.large = large;
        this.rules = new StoringRules(
                settings.lifetimes().guessedMost(),
                settings.lifetimes().absent(),
                settings.lifetimes().failed());
        this.ticker = ticker;
        // What another node says of the time that has passed is late by its way to here.
        this.slackNanos = settings.longestHeader().plus(ON_ITS_WAY).toNanos();
    }

    /** For keeping what a request brings that is about to be sent. */
    ReplyMemory.Permit permit(Ask ask) {
        return memory.permit(ask.url());
    }

    /** Whether voters vouch for what is here, or none are named. */
    boolean mayServe() {
        return memory.mayServe();
    }

    /**
     * Whether an answer took so long that responses of other nodes cannot be told from earlier ones by their age: it is not
     * kept, here or there.
     *
     * @param nanos from sending the request to the header
     */
    boolean isLate(long nanos) {
        return !settings.endsInTime() && nanos > settings.longestHeader().toNanos();
    }

    /** Whether a response may be kept, and as what. */
    Storing judge(Ask ask, Upstream.Answer answer, Arrival arrival) {
        return hasCertainEnd(answer)
                ? rules.judge(ask.headers(), answer.status(), answer.headers(), arrival)
                : new Storing.NotStored("no-end");
    }

    private boolean hasCertainEnd(Upstream.Answer answer) {
        return answer.length() >= 0 || answer.headers().contains("Transfer-Encoding") || settings.endsForCertain();
    }

    /** Answers for what is too large to be kept whole. */
    LargeReplies large() {
        return large;
    }

    /** Whether a 200 with these fields may be kept, if it has a validator. */
    boolean mayKeep(Ask ask, Headers response) {
        // When it came says how long it is fresh, and not whether it may be kept.
        Arrival anytime = new Arrival(Instant.EPOCH, Instant.EPOCH, 0);
        return rules.judge(ask.headers(), 200, response, anytime) instanceof Storing.Stored;
    }

    /** What a 304 makes of what is stored; null when it is about something else. */
    @Nullable
    Storing freshened(Ask ask, StoredReply known, Upstream.Answer notModified, Arrival arrival) {
        return Validation.freshened(known, ask.headers(), notModified.headers(), rules, arrival);
    }

    /** Whether another node's response is the one that a request selects, and may be used for it unasked. */
    boolean isFor(Ask ask, StoredReply reply, String variant) {
        List<String> names = namesOf(reply);
        return (!reply.isOutline() || large.fits(reply, reply.outlinedLength()))
                && variant.equals(names.isEmpty() ? "" : Variant.key(names, ask.sent()))
                && reply.judge(ask.terms(), ticker.nanos()) == ReuseDecision.SERVE
                && precede(ask.url(), reply);
    }

    /** Whether a response of another node was asked for after all changes that may concern it. */
    private boolean precede(String url, StoredReply reply) {
        return changes.precede(PurgeTarget.base(url), reply.tags(), reply.receivedNanos() - slackNanos);
    }

    /** Whether requests that come while it is on its way may have it: not what is to be validated each time. */
    boolean isShared(StoredReply reply) {
        return !reply.terms().validatedAlways()
                && reply.freshFor(ticker.nanos()).isPositive();
    }

    /** What the disk has for a request, if that may have it at all; its origin is to be asked. */
    @Nullable
    DiskReply below(Ask ask, Place place) {
        DiskReply found = memory.findBelow(place.key(), ask.sent());
        if (found != null && found.reply().judge(ask.terms(), ticker.nanos()) == ReuseDecision.NOT_FOR_THIS) {
            found.close();
            return null;
        }
        return found;
    }

    /** Room for a response on its way into memory, and who brings it; null when there is none. */
    @Nullable
    Filling bring(Ask ask, Upstream.Answer answer, StoredReply reply, Filling.Owner owner) {
        // Whoever is below may be silent for ever; others wait for this.
        return Filling.of(
                answer, settings.endsInTime() ? null : settings.longestHeader(), reply, ask.sent(), memory, owner);
    }

    /** The key under which a response is to be kept. */
    String place(Ask ask, StoredReply reply) {
        return notes.place(ask.url(), namesOf(reply), ask.sent(), isShared(reply));
    }

    /** For a while, requests for this URL do not wait for each other. Those for one of its segments go on doing so. */
    void keepApart(Ask ask) {
        if (ask.segment() == null) {
            notes.keepApart(ask.url(), ticker.nanos());
        }
    }

    /** For a while, ranges of this URL go out as clients ask for them; requests for all of it wait for each other as before. */
    void passRanges(Ask ask) {
        if (ask.segment() == null) {
            notes.passRanges(ask.url(), ticker.nanos());
        }
    }

    /** A range was answered from another version than is known here. */
    void changed(Ask ask) {
        if (ask.segment() == null) {
            notes.changed(ask.url(), ticker.nanos());
        }
    }

    boolean holds(Place place) {
        return memory.holds(place.key());
    }

    /** What is kept there, fresh or not; null where nothing is. Its access is not counted. */
    @Nullable
    ReplyCopy take(Place place) {
        return memory.take(place.key());
    }

    /** What is kept there is of no use. */
    void drop(Place place) {
        memory.drop(List.of(place.key()));
    }

    /** The same if the origin has a whole of another length. @param length -1 where it has not said */
    void dropUnlessOf(Place place, long length) {
        try (ReplyCopy there = memory.take(place.key())) {
            if (there != null && length >= 0 && length != there.length()) {
                drop(place);
            }
        }
    }

    /** The same bytes with another header, and what to answer with. */
    ReplyCopy freshen(Ask ask, ReplyMemory.Permit permit, ReplyCopy known, StoredReply header) {
        StoredReply reply = header.inTheFormOf(known.reply());
        long length = known.representation().length();
        ReplyCopy fresh = memory.freshen(
                permit, known, reply, OriginAnswers.representation(reply, length), hot(ask.url(), reply, length));
        place(ask, reply);
        return fresh;
    }

    /** Offers what is known of a large response; what to answer with, kept or not. */
    ReplyCopy keepOutline(Ask ask, ReplyMemory.Permit permit, StoredReply outline) {
        return memory.keepOutline(permit, place(ask, outline), outline, OriginAnswers.representation(outline, 0));
    }

    /** Whether a response of this length may be kept as one object. */
    boolean admits(long length) {
        return memory.admits(length);
    }

    /** Whether a response is one that is kept in segments: it is too large to be kept as one object. */
    boolean isLarge(StoredReply reply, long length) {
        return reply.status() == 200 && !memory.admits(length) && large.fits(reply, length);
    }

    /** Offers a whole response, whose bytes pass over; whether it is kept. */
    boolean keep(ReplyMemory.Permit permit, String key, StoredReply reply, ByteBuf bytes) {
        int length = bytes.readableBytes();
        return memory.keep(
                permit, key, reply, OriginAnswers.representation(reply, length), hot(key, reply, length), bytes);
    }

    /** Takes a response that another node had. */
    boolean adopt(ReplyMemory.Permit permit, String key, StoredReply reply, ByteBuf bytes) {
        boolean usable = !reply.isOutline() || large.fits(reply, reply.outlinedLength());
        if (!usable || !precede(permit.url(), reply)) {
            bytes.release();
            return false;
        }
        if (!ReplyMemory.isSegment(key)) {
            notes.place(permit.url(), namesOf(reply), key, isShared(reply));
        }
        return keep(permit, key, reply, bytes);
    }

    /** Whether two responses of one URL vary by the same fields. */
    static boolean varySame(StoredReply one, StoredReply other) {
        return namesOf(one).equals(namesOf(other));
    }

    private static List<String> namesOf(StoredReply reply) {
        return Variant.namesOf(reply.fields());
    }

    /** The header for the fast lane, or none for what has to be judged for each request, or is a part. */
    private PreparedHeaders hot(String key, StoredReply reply, long length) {
        boolean plain = settings.mayBeHot()
                && !reply.terms().validatedAlways()
                && namesOf(reply).isEmpty()
                && PurgeTarget.base(key).equals(key)
                && reply.status() != 204
                && !reply.isOutline();
        return plain ? answers.prepared(reply, length) : PreparedHeaders.none();
    }
}
