package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.CacheHeaderSelector;
import io.gosling.caching.ContentRange;
import io.gosling.caching.ReuseDecision;
import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringRules;
import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.DiskResponse;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.origin.cache.CoalescedFetch.Outcome;
import io.gosling.origin.cache.VariantIndex.Key;
import io.gosling.origin.upstream.Upstream;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fetches an object that is not in memory, on behalf of all waiting GET requests: from another node or by one request
 * to the origin; and has it stored, forwarded, or replaced by a stale response. Used by one thread, and by that of its
 * streamed fetch afterwards.
 */
final class OriginFetch implements StreamedFetch.Owner {
    /** Reasons that do not apply to the URL's other requests. */
    private static final Set<String> OF_THIS_REQUEST =
            Set.of("request-no-store", "authorization", "status-206", "status-304", "late");

    /** Those that tell nothing about other responses either. */
    private static final Set<String> OF_A_MOMENT = Set.of("request-no-store", "status-206", "status-304", "late");

    private static final int FIRST = 1 << 10;
    private static final Duration LASTING = Duration.ofSeconds(20);
    private static final Storing LATE = new Storing.NotStored("late");

    private final OriginFetcher fetcher;
    private final Upstream upstream;
    private final ResponseMemory memory;
    private final ResponseStoragePolicy storagePolicy;
    private final FailureResponseBuilder failures;
    private final CacheResponseBuilder answers;
    private final Times times;
    private final CacheRequest request;
    private final Key variantKey;
    private final @Nullable CoalescedFetch flight;
    private final ResponseMemory.Permit permit;
    private final String detail;
    private String why;
    private int said;
    private @Nullable StoredResponse copy;
    private @Nullable DiskResponse onDisk;
    private boolean looked;
    private @Nullable StreamedFetch streamedReply;
    private boolean ofOrigin;
    private boolean inRanges;
    private String key = "";
    private boolean kept;
    private boolean late;
    private @Nullable ClusterSourceFinder source;

    /** The clocks, and the timeout for the header of another node. */
    record Times(Ticker ticker, InstantSource wall, Duration timeout) {}

    /** Takes over the copy, which may need revalidation; {@code flight} is the coalesced fetch, or null. */
    OriginFetch(
            OriginFetcher fetcher,
            CacheRequest request,
            Key variantKey,
            @Nullable StoredResponse copy,
            String why,
            @Nullable CoalescedFetch flight) {
        this.fetcher = fetcher;
        this.upstream = request.of(fetcher.upstream());
        this.memory = fetcher.memory();
        this.storagePolicy = fetcher.storagePolicy();
        this.failures = fetcher.failures();
        this.answers = fetcher.answers();
        this.times = fetcher.times();
        this.request = request;
        this.variantKey = variantKey;
        this.copy = copy;
        this.why = why;
        this.detail = copy != null
                        && why.equals("stale")
                        && copy.reply().freshFor(times.ticker().nanos()).isPositive()
                        && !memory.mayServe()
                ? OriginHandler.NO_LEASE
                : "";
        this.flight = flight;
        this.permit = flight == null ? memory.permit(request.url()) : flight.permit;
    }

    Response run() {
        CoalescedFetch flying = flight;
        ClusterFetchState sharing =
                flying != null && mayShare(copy) ? fetcher.others().begin() : null;
        return flying == null || sharing == null ? fromOrigin() : fromCluster(flying, sharing);
    }

    /** Returns true if other nodes may have the answer; a revalidation needs a strong ETag. */
    private boolean mayShare(@Nullable StoredResponse known) {
        boolean comparable = known == null
                || (known.reply().hasStrongTag() && !known.reply().terms().validatedAlways());
        return comparable && !request.terms().asksOrigin() && !request.terms().credentials();
    }

    /** Fetches from another node, or else from the origin. */
    private Response fromCluster(CoalescedFetch flying, ClusterFetchState sharing) {
        StoredResponse known = copy;
        ClusterSourceFinder found = new ClusterSourceFinder(
                fetcher,
                request,
                variantKey.key(),
                known == null ? "" : known.reply().strongTag(),
                flying,
                sharing,
                (reply, variant) -> storagePolicy.isFor(request, reply, variant)
                        && (known == null || isOfUse(known.reply(), reply)));
        source = found;
        fetcher.flights().share(flying, sharing);
        return from(found, found.find());
    }

    private Response from(ClusterSourceFinder nodes, @Nullable SharedResponseResult found) {
        StoredResponse known = copy;
        return switch (found) {
            case SharedResponseResult.Given given -> taken(nodes, given);
            case SharedResponseResult.Same same -> known == null ? fromOrigin() : confirmed(known, same.reply());
            case SharedResponseResult.Apart apart -> {
                tell(new Outcome.Apart());
                yield fromOrigin();
            }
            case SharedResponseResult.Failed failed -> {
                Outcome.Failed outcome = new Outcome.Failed(failed.why(), null);
                StoredResponse stale = forFailure(failed.why().answered());
                tell(outcome);
                yield stale != null
                                && failures.allowStale(
                                        request, stale, failed.why().answered())
                        ? failures.stale(request, handedOver(stale), why, failed.why())
                        : failures.told(request, why, outcome);
            }
            case SharedResponseResult.NotHeld none -> fromOrigin();
            case SharedResponseResult.Full full -> fromOrigin();
            case SharedResponseResult.Refused refused -> fromOrigin();
            case null -> fromOrigin();
        };
    }

    /** Returns true if another node's response is newer than the one here, or is the one here, revalidated. */
    private boolean isOfUse(StoredResponseHead known, StoredResponseHead other) {
        return !isEarlier(other, known)
                || (known.fields().equals(other.fields())
                        && known.judge(request.terms(), now()) == ReuseDecision.SERVE);
    }

    private static boolean isEarlier(StoredResponseHead one, StoredResponseHead other) {
        return one.receivedNanos() - other.receivedNanos() < 0;
    }

    /** Takes another node's response when some of its body has arrived, unless it will soon be stale. */
    private Response taken(ClusterSourceFinder nodes, SharedResponseResult.Given given) {
        StoredResponseHead reply = given.reply();
        if (reply.isSliceIndex()) {
            ClusterSourceFinder.close(given);
            return storedInSlices(reply, ResponseSource.PEER_MEMORY, null);
        }
        // As it was when it came: a short lifetime may be over when the first byte is there.
        boolean shared = storagePolicy.isShared(reply);
        InputStream bytes;
        try {
            // Waiting requests are notified afterwards, and a response that is stale by then could not be shared.
            bytes = reply.freshFor(now()).compareTo(LASTING) < 0 ? given.body() : begun(given.body());
        } catch (IOException e) {
            ClusterSourceFinder.close(given);
            return from(nodes, nodes.findAgain());
        }
        FailoverBody body = new FailoverBody(bytes, new BodyResumption(reply, request.detached(), upstream, nodes));
        Headers fields =
                reply.fields().plus("Age", Long.toString(reply.age(now()).toSeconds()));
        Upstream.Answer answer = new Upstream.Answer(reply.status(), fields, given.length(), body, body::close);
        return stored(answer, reply, ResponseSource.PEER_MEMORY, shared);
    }

    private static InputStream begun(InputStream body) throws IOException {
        byte[] first = new byte[FIRST];
        int length = body.read(first);
        return length < 0 ? body : new SequenceInputStream(new ByteArrayInputStream(first, 0, length), body);
    }

    /** Fetches from the origin; or from the disk, where the origin revalidates the record there. */
    private Response fromOrigin() {
        StoredResponse known = copy;
        DiskResponse found = known == null ? findOnDisk() : null;
        StoredResponseHead held = known != null ? known.reply() : found != null ? found.reply() : null;
        boolean validating = held != null && held.hasValidator();
        Headers asked = validating && held != null
                ? RevalidationHeaderBuilder.conditional(request.sent(), held)
                : held == null && variantKey.hitForMiss()
                        ? request.sent()
                        : held == null && request.slice() == null && !storagePolicy.places.expects(request)
                                ? RevalidationHeaderBuilder.whole(request.sent())
                                : RevalidationHeaderBuilder.unconditional(request.sent());
        // A small response is fetched whole for a part of it, and of a large one the slices that are stored.
        boolean inParts =
                known == null ? !variantKey.hitForMiss() : known.reply().isSliceIndex();
        ByteSpan wanted = inParts ? storagePolicy.large.around(request, variantKey) : null;
        Headers sent = wanted == null ? asked : asked.with("Range", wanted.asked());
        Instant requested = times.wall().instant();
        Upstream.Answer answer;
        long began = now();
        try {
            answer = upstream.send(request.message(sent));
        } catch (IOException e) {
            return unanswered(e);
        }
        late = storagePolicy.isLate(now() - began);
        try {
            return handleAnswer(answer, known, validating, wanted, requested);
        } catch (IOException e) {
            answer.close();
            return unanswered(e);
        } catch (Throwable e) {
            answer.close();
            throw e;
        }
    }

    /**
     * Handles the origin's answer, whatever its status.
     *
     * @throws IOException when the body of a failure breaks off before others have it
     */
    private Response handleAnswer(
            Upstream.Answer answer,
            @Nullable StoredResponse known,
            boolean validating,
            @Nullable ByteSpan wanted,
            Instant requested)
            throws IOException {
        Arrival arrival = new Arrival(requested, times.wall().instant(), now());
        DiskResponse found = onDisk;
        if (answer.status() == 304) {
            return found != null
                    ? revived(found, answer, arrival)
                    : validating && known != null ? freshened(known, answer, arrival) : notModified(answer);
        }
        StoredResponse stale = FailureResponseBuilder.isOne(answer.status()) ? forFailure(true) : null;
        if (stale != null && failures.allowStale(request, stale, true)) {
            answer.close();
            tell(
                    isForOne()
                            ? new Outcome.Apart()
                            : new Outcome.Failed(
                                    FailureResponseBuilder.of(
                                            answer, times.wall().instant()),
                                    FailedOriginResponse.OF_ONE));
            return failures.stale(request, handedOver(stale), why, answer.status(), false);
        }
        if (wanted != null && (answer.status() == 206 || answer.status() == 416)) {
            return part(answer, wanted, arrival);
        }
        inRanges = wanted == null && "bytes".equalsIgnoreCase(answer.headers().joined("Accept-Ranges"));
        return whole(answer, arrival);
    }

    /** A condition of the client's own holds: the header tells whether a whole response could be stored. */
    private Response notModified(Upstream.Answer answer) {
        boolean could = storagePolicy.couldKeep(request, answer.headers());
        if (!could && flight != null && !request.isPersonal()) {
            storagePolicy.markHitForMiss(request);
        }
        tell(could ? new Outcome.Again() : new Outcome.Apart());
        return answers.passed(request, answer, handling().because("status-304"));
    }

    boolean isOnDisk() {
        return findOnDisk() != null;
    }

    /** Looks on the disk, once, for all waiting requests. */
    private @Nullable DiskResponse findOnDisk() {
        if (flight != null && !looked) {
            looked = true;
            onDisk = storagePolicy.findOnDisk(request, variantKey);
        }
        return onDisk;
    }

    private void closeOnDisk() {
        DiskResponse left = onDisk;
        onDisk = null;
        if (left != null) {
            left.close();
        }
    }

    /**
     * Loads a revalidated response from the disk into memory, unless the 304 forbids storing it or is about another.
     */
    private Response revived(DiskResponse found, Upstream.Answer notModified, Arrival arrival) {
        notModified.close();
        if (late
                || !(storagePolicy.freshened(request, found.reply(), notModified, arrival)
                        instanceof Storing.Stored stored)
                || !ResponseStoragePolicy.varySame(stored.reply(), found.reply())) {
            closeOnDisk();
            return fromOrigin();
        }
        why = "stale";
        said = 304;
        StoredResponseHead reply = stored.reply();
        FailoverBody body =
                new FailoverBody(found.body(), new BodyResumption(reply, request.detached(), upstream, source));
        Upstream.Answer answer = new Upstream.Answer(reply.status(), reply.fields(), found.length(), body, body::close);
        Response response = stored(answer, reply, ResponseSource.LOCAL_DISK, storagePolicy.isShared(reply));
        onDisk = null;
        return response;
    }

    private Response part(Upstream.Answer answer, ByteSpan wanted, Arrival arrival) {
        ContentRange came = answer.status() == 206 ? ContentRange.of(answer.headers()) : null;
        long bytes = came == null ? 0 : came.span().length();
        if (came == null || (answer.length() >= 0 && answer.length() != bytes)) {
            if (flight != null && answer.status() == 206) {
                storagePolicy.passRanges(request);
            }
            return passOn(answer, answer.status() == 416);
        }
        inRanges = true;
        Upstream.Answer of = answer.with(200, ContentRange.ofWhole(answer.headers()), bytes);
        Storing judged = judge(of, arrival);
        if (judged instanceof Storing.Stored stored) {
            StoredResponseHead reply = stored.reply();
            if (came.isWhole() && memory.admits(bytes)) {
                return stored(of, reply, ResponseSource.ORIGIN, storagePolicy.isShared(reply));
            }
            if (came.answers(wanted) && storagePolicy.large.fits(reply, came.length())) {
                return storedInSlices(
                        reply.sliceIndex(came.length()),
                        ResponseSource.ORIGIN,
                        new OpenOriginResponse(answer, permit, reply.tags(), came.span(), false, true));
            }
            if (flight != null) {
                storagePolicy.passRanges(request);
            }
        } else if (flight != null && !OF_THIS_REQUEST.contains(judged.reason())) {
            storagePolicy.markHitForMiss(request);
        }
        ByteSpan range = ByteSpan.requested(request.headers());
        return passOn(answer, range != null && came.answers(range));
    }

    /**
     * Forwards a response that cannot be stored. Another version makes the slice index unusable; a 416 tells only the
     * length.
     *
     * @param asked true if it answers the client's own range as well
     */
    private Response passOn(Upstream.Answer answer, boolean asked) {
        tell(new Outcome.Apart());
        if (!request.isPersonal()) {
            if (answer.status() == 416) {
                storagePolicy.dropUnlessOf(variantKey, ContentRange.lengthWithout(answer.headers()));
            } else {
                storagePolicy.drop(variantKey);
            }
        }
        if (asked) {
            return answers.passed(request, answer, CacheStatusMember.forwarded("partial"));
        }
        answer.close();
        return fetcher.passThrough(request, "partial");
    }

    /** Stores the slice index of a large response without its bytes, which are fetched on request. */
    private Response storedInSlices(
            StoredResponseHead sliceIndex, ResponseSource from, @Nullable OpenOriginResponse open) {
        long now = now();
        boolean shared = storagePolicy.isShared(sliceIndex);
        try (StoredResponse copied = storagePolicy.keepSliceIndex(request, permit, sliceIndex)) {
            kept = copied.isKept();
            if (!shared || (!kept && isRefused(sliceIndex))) {
                storagePolicy.markHitForMiss(request);
            }
            tell(kept && shared ? new Outcome.InMemory() : new Outcome.Apart());
            return storagePolicy.large.answer(request, sliceIndex, handling(from, sliceIndex, kept, now), open, now);
        }
    }

    /** Returns true if memory has no room for it; a late response is no reason for hit-for-miss. */
    private boolean isRefused(StoredResponseHead sliceIndex) {
        return permit.isGoodFor(sliceIndex.tags()) && !memory.holds(variantKey.key());
    }

    /** Ends the fetch, and notifies the others unless a streamed fetch will. */
    void end() {
        if (copy != null) {
            copy.close();
        }
        closeOnDisk();
        if (streamedReply == null) {
            land();
        }
    }

    private void land() {
        if (flight != null) {
            fetcher.flights().end(variantKey.key(), flight);
        }
        if (source != null) {
            source.end(kept);
        }
    }

    /** The handling of a response from the origin, another node, or the disk. */
    private CacheStatusMember handling(ResponseSource from, StoredResponseHead reply, boolean stored, long now) {
        CacheStatusMember handling =
                stored ? handling().asStored(reply.freshFor(now).toSeconds()) : handling();
        return from == ResponseSource.ORIGIN ? handling : handling.from(from);
    }

    private CacheStatusMember handling() {
        return CacheStatusMember.forwarded(why).withStatus(said).because(detail);
    }

    private @Nullable StoredResponse forFailure(boolean answered) {
        boolean may = copy == null && source != null && request.slice() == null;
        Predicate<StoredResponseHead> wanted = reply -> failures.allowStale(request, reply, answered);
        if (may && fetcher.others().transferHeld(variantKey.key(), wanted, storagePolicy::adopt, times.ticker())) {
            copy = memory.take(variantKey.key());
        }
        return copy;
    }

    private StoredResponse handedOver(StoredResponse known) {
        copy = null;
        return known;
    }

    private Response unanswered(IOException e) {
        if (e instanceof SliceUpstream.WrongSliceException) {
            tell(new Outcome.Apart());
            return answers.failed(502, handling().because("slice"));
        }
        OriginFailure failure = FailureResponseBuilder.of(e);
        StoredResponse known = forFailure(false);
        tell(new Outcome.Failed(failure, null));
        return known != null && failures.allowStale(request, known, false)
                ? failures.stale(request, handedOver(known), why, 0, false)
                : failures.refusal(e, handling());
    }

    private Response freshened(StoredResponse known, Upstream.Answer answer, Arrival arrival) {
        answer.close();
        Storing judged = storagePolicy.freshened(request.identified(), known.reply(), answer, arrival);
        if (judged instanceof Storing.Stored && late) {
            judged = LATE;
        }
        if (judged == null) {
            // A 304 about something else: the stored response cannot be used.
            handedOver(known).close();
            storagePolicy.drop(variantKey);
            return source == null ? run() : fromOrigin();
        }
        said = 304;
        long now = now();
        if (judged instanceof Storing.Stored stored) {
            StoredResponseHead reply = stored.reply();
            StoredResponse fresh = storagePolicy.freshen(request, permit, known, reply);
            kept = fresh.isKept();
            boolean shared = storagePolicy.isShared(reply);
            if (!shared) {
                storagePolicy.markHitForMiss(request);
            }
            tell(shared ? new Outcome.InMemory() : new Outcome.Apart());
            return answers.stored(request, fresh, handling(ResponseSource.ORIGIN, reply, kept, now), now);
        }
        if (!OF_THIS_REQUEST.contains(judged.reason())) {
            storagePolicy.drop(variantKey);
        }
        // The headers of the 304, a no-store above all, are passed to the client too.
        Headers given = RevalidationHeaderBuilder.updated(known.reply(), answer.headers())
                .without("Age");
        return answers.stored(request, handedOver(known), given, handling(), now);
    }

    /** Another node knows that the copy here is still valid, or has had it revalidated. */
    private Response confirmed(StoredResponse known, StoredResponseHead heard) {
        long now = now();
        StoredResponseHead reply = isEarlier(heard, known.reply()) ? known.reply() : heard;
        StoredResponse fresh = storagePolicy.freshen(request, permit, known, reply);
        kept = fresh.isKept();
        tell(new Outcome.InMemory());
        return answers.stored(request, fresh, handling(ResponseSource.PEER_MEMORY, reply, kept, now), now);
    }

    /** Decides whether the response may be stored, and as what; late and private ones are not. */
    private Storing judge(Upstream.Answer answer, Arrival arrival) {
        CacheRequest asked = request.identified();
        Storing judged = storagePolicy.judge(asked, answer, arrival);
        // A private response stays private, also when it arrives late, and later requests must not wait for it.
        if (judged instanceof Storing.Stored && late) {
            judged = LATE;
        }
        boolean found = asked.terms().credentials()
                && !request.terms().credentials()
                && OF_THIS_REQUEST.contains(judged.reason());
        // Of the URL, not of this request: others had better not wait for it.
        Storing outcome = found ? new Storing.NotStored("user") : judged;
        boolean stored = outcome instanceof Storing.Stored;
        if (!OF_A_MOMENT.contains(outcome.reason()) && answer.status() < 400 && request.slice() == null) {
            storagePolicy.places.note(request, stored);
        }
        return outcome;
    }

    private Response whole(Upstream.Answer came, Arrival arrival) throws IOException {
        Storing judged = judge(came, arrival);
        if (judged instanceof Storing.Stored stored) {
            return stored(came, stored.reply(), ResponseSource.ORIGIN, storagePolicy.isShared(stored.reply()));
        }
        Upstream.Answer answer = FailureResponseBuilder.isOne(came.status()) ? sharedFailure(came) : came;
        String reason = judged.reason();
        if (answer.status() < 500 && !OF_THIS_REQUEST.contains(reason)) {
            if (flight != null || variantKey.hitForMiss()) {
                storagePolicy.markHitForMiss(request);
            }
            if (isOfTheUrl(answer.status(), reason)) {
                storagePolicy.drop(variantKey);
            }
        }
        return answers.passed(request, answer, handling().because(reason));
    }

    /**
     * Returns true if a response that is not stored replaces the stored one, and does not depend on the client, or the
     * moment.
     */
    private boolean isOfTheUrl(int status, String reason) {
        boolean refused = status >= 400 && status != 404 && status != 410;
        return !refused && !request.isPersonal() && !reason.equals(StoringRules.COOKIE);
    }

    /**
     * @param from the source: the origin, another node, or the disk
     * @param shared true if others may wait for it
     */
    private Response stored(Upstream.Answer answer, StoredResponseHead reply, ResponseSource from, boolean shared) {
        if (inRanges
                && !variantKey.hitForMiss()
                && !variantKey.rangesPass()
                && storagePolicy.isLarge(reply, answer.length())) {
            ByteSpan all = new ByteSpan(0, answer.length() - 1);
            OpenOriginResponse open = new OpenOriginResponse(answer, permit, reply.tags(), all, false, true);
            return storedInSlices(reply.sliceIndex(answer.length()), from, open);
        }
        StreamedFetch streamed = storagePolicy.stream(request, answer, reply, this);
        if (streamed == null) {
            // While requests go their own ways already, or its ranges do, this is no reason to go on with that.
            if (flight != null && !variantKey.rangesPass()) {
                storagePolicy.markHitForMiss(request);
            }
            storagePolicy.drop(variantKey);
            return answers.passed(request, answer, handling().because("too-large"));
        }
        streamedReply = streamed;
        StreamedResponseReader reader = streamed.leader();
        try {
            begin(streamed, reply, from, shared);
        } catch (Throwable e) {
            reader.close();
            streamed.giveUp();
            throw e;
        }
        long now = now();
        // The client that caused the fetch gets the response with the headers that are not stored.
        Headers given =
                CacheHeaderSelector.passedOn(answer.headers()).without("Age").without("Content-Length");
        return answers.coming(request, streamed, given, reader, handling(from, reply, true, now), now);
    }

    /** Starts a streamed fetch on a thread of its own, and notifies the others. */
    private void begin(StreamedFetch streamed, StoredResponseHead reply, ResponseSource from, boolean shared) {
        key = storagePolicy.place(request, reply);
        if (!shared) {
            storagePolicy.markHitForMiss(request);
        }
        ofOrigin = from == ResponseSource.ORIGIN;
        if (!shared) {
            tell(new Outcome.Apart());
        } else if (streamed.length() >= 0 || reply.hasStrongTag()) {
            tell(new Outcome.Shared(streamed));
        }
        Thread.ofVirtual().name("gosling-origin-reply").start(streamed);
    }

    @Override
    public void allArrived(ByteBuf bytes) {
        kept = storagePolicy.keep(permit, key, Objects.requireNonNull(streamedReply).reply, bytes);
    }

    @Override
    public void ended(StreamedFetch ended, StreamedFetch.End end) {
        switch (end) {
            case WHOLE -> tell(new Outcome.Shared(ended));
            case TOO_LARGE -> storagePolicy.markHitForMiss(request);
            case BROKEN -> {
                if (ofOrigin) {
                    tell(new Outcome.Failed(new OriginFailure(502, false), null));
                }
            }
        }
        land();
    }

    /** Shares a failure with its body, if others may have it; returns it for this client. */
    private Upstream.Answer sharedFailure(Upstream.Answer answer) throws IOException {
        if (flight == null || isForOne()) {
            tell(new Outcome.Apart());
            return answer;
        }
        OriginFailure why = FailureResponseBuilder.of(answer, times.wall().instant());
        if (!FailedOriginResponse.mayBe(answer, storagePolicy.settings.endsInTime())) {
            tell(new Outcome.Failed(why, FailedOriginResponse.OF_ONE));
            return answer;
        }
        byte[] first = answer.body().readNBytes(FailedOriginResponse.MOST_BYTES + 1);
        boolean whole = first.length <= FailedOriginResponse.MOST_BYTES;
        FailedOriginResponse reply = new FailedOriginResponse(answer.status(), answer.headers(), first, request.sent());
        tell(new Outcome.Failed(why, whole ? reply : FailedOriginResponse.OF_ONE));
        InputStream begun = new ByteArrayInputStream(first);
        InputStream body = whole ? begun : new SequenceInputStream(begun, answer.body());
        return new Upstream.Answer(answer.status(), answer.headers(), answer.length(), body, answer::close);
    }

    /** Returns true if an answer may be for this client alone, whom a handler may know without a header. */
    private boolean isForOne() {
        return request.identified().isPersonal();
    }

    private long now() {
        return times.ticker().nanos();
    }

    private void tell(Outcome outcome) {
        if (flight != null) {
            flight.say(outcome);
        }
    }
}
