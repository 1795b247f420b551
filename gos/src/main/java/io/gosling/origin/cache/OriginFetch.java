package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.ReuseDecision;
import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.DiskResponse;
import io.gosling.gos.memory.RepositoryResponse;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fetches an object that is not in memory, on behalf of all waiting GET requests: from another node or by one request
 * to the origin, which revalidates what is stored here. A new response is an {@link ArrivingResponse}; where none
 * comes, a stale one replaces it. Used by one thread, and by that of its streamed response afterwards.
 */
final class OriginFetch implements AutoCloseable {
    private static final int FIRST = 1 << 10;
    private static final Duration LASTING = Duration.ofSeconds(20);

    final OriginFetcher fetcher;
    final CacheRequest request;
    final Key variantKey;
    /** The fetch as others join it; null if none may. */
    final @Nullable CoalescedFetch flight;

    final ResponseMemory.Permit permit;
    /** Asks the other nodes; null where that is not done. */
    private @Nullable ClusterSourceFinder source;
    /** True if this node has stored the response. */
    boolean kept;
    /** True if the thread of the streamed response ends the fetch. */
    boolean streams;

    private CacheStatusMember handling;
    private @Nullable StoredResponse copy;
    private @Nullable StoredResponse transferred;
    private @Nullable DiskResponse onDisk;
    private boolean looked;

    /**
     * @param copy the caller's, which may need revalidation; null for none
     * @param flight the coalesced fetch, or null
     */
    OriginFetch(
            OriginFetcher fetcher,
            CacheRequest request,
            Key variantKey,
            @Nullable StoredResponse copy,
            String why,
            @Nullable CoalescedFetch flight) {
        this.fetcher = fetcher;
        this.request = request;
        this.variantKey = variantKey;
        this.flight = flight;
        this.permit = flight == null ? fetcher.memory().permit(request.url()) : flight.permit;
        this.copy = copy;
        boolean lacksLease = copy != null
                && why.equals("stale")
                && copy.reply().freshFor(now()).isPositive()
                && !fetcher.memory().mayServe();
        this.handling = CacheStatusMember.forwarded(why).because(lacksLease ? OriginHandler.NO_LEASE : "");
    }

    Response run() {
        ClusterFetchState sharing =
                flight != null && mayShare(copy) ? fetcher.others().begin() : null;
        if (flight == null || sharing == null) {
            return fromOrigin();
        }
        StoredResponseHead known = copy == null ? null : copy.reply();
        ClusterSourceFinder finder = new ClusterSourceFinder(
                this,
                known == null ? "" : known.strongTag(),
                flight,
                sharing,
                (reply, variant) -> fetcher.storagePolicy().isFor(request, reply, variant)
                        && (known == null || isOfUse(known, reply)));
        source = finder;
        fetcher.flights().share(flight, sharing);
        return from(finder, finder.find());
    }

    /** Returns true if other nodes may have the answer; a revalidation needs a strong ETag. */
    private boolean mayShare(@Nullable StoredResponse known) {
        boolean comparable = known == null
                || (known.reply().hasStrongTag() && !known.reply().terms().validatedAlways());
        return comparable && !request.terms().asksOrigin() && !request.terms().credentials();
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

    private Response from(ClusterSourceFinder nodes, @Nullable SharedResponseResult found) {
        StoredResponse known = copy;
        if (found == null) {
            return fromOrigin();
        }
        return switch (found) {
            case SharedResponseResult.Given given -> taken(nodes, given);
            case SharedResponseResult.Same same -> known == null ? fromOrigin() : confirmed(known, same.reply());
            case SharedResponseResult.Apart apart -> {
                tell(new Outcome.Apart());
                yield fromOrigin();
            }
            case SharedResponseResult.Failed failed -> {
                Outcome.Failed outcome = new Outcome.Failed(failed.why(), null);
                Response stale = staleAfter(outcome, true);
                yield stale == null ? fetcher.failures().told(request, handling.forwarded(), outcome) : stale;
            }
            default -> fromOrigin();
        };
    }

    /** Takes another node's response when some of its body has arrived, unless it will soon be stale. */
    private Response taken(ClusterSourceFinder nodes, SharedResponseResult.Given given) {
        StoredResponseHead reply = given.reply();
        if (reply.isSliceIndex()) {
            ClusterSourceFinder.close(given);
            return arriving(false).indexed(reply, ResponseSource.PEER_MEMORY, null);
        }
        // As it was when it came: a short lifetime may be over when the first byte is there.
        boolean shared = fetcher.storagePolicy().isShared(reply);
        try {
            // Waiting requests are notified afterwards, and a response that is stale by then could not be shared.
            InputStream bytes = reply.freshFor(now()).compareTo(LASTING) < 0 ? given.body() : begun(given.body());
            return given(reply, given.length(), bytes, shared);
        } catch (IOException e) {
            ClusterSourceFinder.close(given);
            return from(nodes, nodes.findAgain());
        }
    }

    /** Answers with a fresh response from elsewhere in the cluster, which memory is offered. */
    private Response given(StoredResponseHead reply, long length, InputStream bytes, boolean shared) {
        Headers fields =
                reply.fields().plus("Age", Long.toString(reply.age(now()).toSeconds()));
        return arriving(false)
                .streamed(resumable(reply, fields, length, bytes), reply, ResponseSource.PEER_MEMORY, shared);
    }

    /** Answers from the repository, which is asked once for all waiting requests; null where the origin must be. */
    private @Nullable Response fromRepository() {
        boolean validated = request.terms().asksOrigin()
                || Duration.ZERO.equals(request.terms().mostAge())
                || (copy != null && copy.reply().terms().validatedAlways());
        if (flight == null || validated) {
            return null;
        }
        RepositoryResponse found = fetcher.storagePolicy().findInRepository(request, variantKey);
        if (found == null || (copy != null && !isOfUse(copy.reply(), found.reply()))) {
            return null;
        }
        StoredResponseHead reply = found.reply();
        return given(
                reply,
                found.body().length,
                new ByteArrayInputStream(found.body()),
                fetcher.storagePolicy().isShared(reply));
    }

    private static InputStream begun(InputStream body) throws IOException {
        byte[] first = new byte[FIRST];
        int length = body.read(first);
        return length < 0 ? body : new SequenceInputStream(new ByteArrayInputStream(first, 0, length), body);
    }

    /** A stored response as an answer, whose body another source continues where this one breaks off. */
    private Upstream.Answer resumable(StoredResponseHead reply, Headers fields, long length, InputStream bytes) {
        BodyResumption next = new BodyResumption(reply, request.detached(), request.of(fetcher.upstream()), source);
        BodyResumption.Resumed body = next.resumed(bytes);
        return new Upstream.Answer(reply.status(), fields, length, body, body::close);
    }

    private ArrivingResponse arriving(boolean late) {
        return new ArrivingResponse(this, handling, late);
    }

    /** Fetches from the repository or the origin; or from the disk, where the origin revalidates the record there. */
    private Response fromOrigin() {
        Response stored = fromRepository();
        if (stored != null) {
            return stored;
        }
        StoredResponse known = copy;
        DiskResponse found = known == null ? findOnDisk() : null;
        StoredResponseHead held = known != null ? known.reply() : found != null ? found.reply() : null;
        // A small response is fetched whole for a part of it, and of a large one the slices that are stored.
        boolean inParts =
                known == null ? !variantKey.hitForMiss() : known.reply().isSliceIndex();
        ByteSpan wanted = inParts ? fetcher.storagePolicy().large().around(request, variantKey) : null;
        Headers asked = asked(held);
        Instant requested = fetcher.wall().instant();
        long began = now();
        Upstream.Answer answer;
        try {
            answer = request.of(fetcher.upstream())
                    .send(request.message(wanted == null ? asked : asked.with("Range", wanted.asked())));
        } catch (IOException e) {
            return unanswered(e);
        }
        boolean late = fetcher.storagePolicy().isLate(now() - began);
        try {
            return handleAnswer(answer, wanted, late, requested);
        } catch (IOException e) {
            answer.close();
            return unanswered(e);
        } catch (Throwable e) {
            answer.close();
            throw e;
        }
    }

    /** The headers of the request: those that revalidate what is held, or ask for a new response. */
    private Headers asked(@Nullable StoredResponseHead held) {
        if (held != null && held.hasValidator()) {
            return RevalidationHeaderBuilder.conditional(request.sent(), held);
        }
        if (held == null && variantKey.hitForMiss()) {
            return request.sent();
        }
        // Others wait for a whole response; one client alone may be told that its own is still valid.
        return held == null && flight == null
                ? RevalidationHeaderBuilder.whole(request.sent())
                : RevalidationHeaderBuilder.unconditional(request.sent());
    }

    /**
     * Handles the origin's answer, whatever its status.
     *
     * @throws IOException when the body of a failure breaks off before others have it
     */
    private Response handleAnswer(Upstream.Answer answer, @Nullable ByteSpan wanted, boolean late, Instant requested)
            throws IOException {
        Arrival arrival = new Arrival(requested, fetcher.wall().instant(), now());
        int status = answer.status();
        if (status == 304) {
            return onDisk != null
                    ? revived(onDisk, answer, late, arrival)
                    : copy != null && copy.reply().hasValidator()
                            ? freshened(copy, answer, late, arrival)
                            : fetcher.answers().passed(request, answer, handling.because("status-304"));
        }
        StoredResponse stale = FailureResponseBuilder.isOne(status) ? forFailure(true) : null;
        if (stale != null && fetcher.failures().allowStale(request, stale, true)) {
            answer.close();
            OriginFailure failure =
                    FailureResponseBuilder.of(answer, fetcher.wall().instant());
            tell(isForOne() ? new Outcome.Apart() : new Outcome.Failed(failure, FailedOriginResponse.OF_ONE));
            return fetcher.failures().stale(request, stale, handling.forwarded(), failure, false);
        }
        if (wanted != null && (status == 206 || status == 416)) {
            return arriving(late).part(answer, wanted, arrival);
        }
        String ranges = answer.headers().joined("Accept-Ranges");
        return arriving(late).whole(answer, arrival, wanted == null && "bytes".equalsIgnoreCase(ranges));
    }

    boolean isOnDisk() {
        return findOnDisk() != null;
    }

    /** Looks on the disk, once, for all waiting requests. */
    private @Nullable DiskResponse findOnDisk() {
        if (flight != null && !looked) {
            looked = true;
            onDisk = fetcher.storagePolicy().findOnDisk(request, variantKey);
        }
        return onDisk;
    }

    /**
     * Loads a revalidated response from the disk into memory, unless the 304 forbids storing it or is about another.
     */
    private Response revived(DiskResponse found, Upstream.Answer notModified, boolean late, Arrival arrival) {
        notModified.close();
        onDisk = null;
        Storing judged = fetcher.storagePolicy().freshened(request, found.reply(), notModified, arrival, late);
        StoredResponse fresh =
                judged instanceof Storing.Stored stored && ResponseStoragePolicy.varySame(stored.reply(), found.reply())
                        ? fetcher.storagePolicy().revive(request, permit, found, stored.reply())
                        : null;
        if (fresh == null) {
            return fromOrigin();
        }
        handling = CacheStatusMember.forwarded("stale").withStatus(304);
        return renewed(fresh, ResponseSource.LOCAL_DISK);
    }

    /** Ends the fetch, and notifies the others unless a streamed fetch will. */
    @Override
    public void close() {
        if (transferred != null) {
            transferred.close();
        }
        if (!streams) {
            land();
        }
    }

    private @Nullable StoredResponse forFailure(boolean answered) {
        String key = variantKey.key();
        boolean may = copy == null && source != null && request.slice() == null;
        Predicate<StoredResponseHead> wanted = reply -> fetcher.failures().allowStale(request, reply, answered);
        if (may && fetcher.others().transferHeld(key, wanted, fetcher.storagePolicy()::adopt)) {
            transferred = fetcher.memory().take(key);
            copy = transferred;
        }
        return copy;
    }

    /** Tells the others of a failure, and returns a stale response if this request may have one. */
    private @Nullable Response staleAfter(Outcome.Failed failed, boolean collapsed) {
        StoredResponse known = forFailure(failed.why().answered());
        tell(failed);
        return fetcher.failures().staleIfAllowed(request, known, handling.forwarded(), failed.why(), collapsed);
    }

    private Response unanswered(IOException e) {
        if (e instanceof SliceUpstream.WrongSliceException) {
            return fetcher.answers().failed(502, handling.because("slice"));
        }
        Response stale = staleAfter(new Outcome.Failed(FailureResponseBuilder.of(e), null), false);
        return stale == null ? fetcher.failures().refusal(e, handling) : stale;
    }

    private Response freshened(StoredResponse known, Upstream.Answer answer, boolean late, Arrival arrival) {
        answer.close();
        ResponseStoragePolicy policy = fetcher.storagePolicy();
        Storing judged = policy.freshened(request.identified(), known.reply(), answer, arrival, late);
        if (judged == null) {
            // A 304 about something else: the stored response cannot be used.
            copy = null;
            policy.drop(variantKey);
            return source == null ? run() : fromOrigin();
        }
        handling = handling.withStatus(304);
        if (judged instanceof Storing.Stored stored) {
            return renewed(policy.freshen(request, permit, known, stored.reply()), ResponseSource.ORIGIN);
        }
        if (!ArrivingResponse.isOfThisRequest(judged.reason())) {
            policy.drop(variantKey);
        }
        // The headers of the 304, a no-store above all, are passed to the client too.
        Headers given = RevalidationHeaderBuilder.updated(known.reply(), answer.headers())
                .without("Age");
        return fetcher.answers().stored(request, known, given, handling, now());
    }

    /** Another node knows that the copy here is still valid, or has had it revalidated. */
    private Response confirmed(StoredResponse known, StoredResponseHead heard) {
        StoredResponseHead latest = isEarlier(heard, known.reply()) ? known.reply() : heard;
        return renewed(fetcher.storagePolicy().freshen(request, permit, known, latest), ResponseSource.PEER_MEMORY);
    }

    /** Answers with the bytes that are here under a header that was confirmed. */
    private Response renewed(StoredResponse fresh, ResponseSource from) {
        long now = now();
        try (fresh) {
            boolean shared = fetcher.storagePolicy().isShared(fresh.reply());
            if (!shared) {
                fetcher.storagePolicy().markHitForMiss(request);
            }
            kept = fresh.isKept();
            tell(shared ? new Outcome.InMemory() : new Outcome.Apart());
            if (from == ResponseSource.ORIGIN) {
                ByteBuf bytes = fresh.bytes();
                try {
                    fetcher.storagePolicy().putIntoRepository(permit, request, fresh.reply(), bytes);
                } finally {
                    bytes.release();
                }
            }
            return fetcher.answers().stored(request, fresh, handling.arrived(from, fresh.reply(), kept, now), now);
        }
    }

    /** Tells the waiting requests the result; the first counts. */
    void tell(Outcome outcome) {
        if (flight != null) {
            flight.say(outcome);
        }
    }

    /** Ends the fetch for the waiting requests and the other nodes. */
    void land() {
        if (flight != null) {
            fetcher.flights().end(variantKey.key(), flight);
        }
        if (source != null) {
            source.end(kept);
        }
    }

    /** Returns true if an answer may be for this client alone, whom a handler may know without a header. */
    boolean isForOne() {
        return request.identified().isPersonal();
    }

    long now() {
        return fetcher.ticker().nanos();
    }
}
