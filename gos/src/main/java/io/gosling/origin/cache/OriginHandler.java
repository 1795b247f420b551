package io.gosling.origin.cache;

import io.gosling.caching.ReuseDecision;
import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.ServeWithoutLeasePolicy;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.memory.TransferredResponseSink;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.gos.space.HolderFetch;
import io.gosling.gos.space.HolderObjectFetcher;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.http1.MaxForwards;
import io.gosling.origin.cache.CoalescedFetch.Outcome;
import io.gosling.origin.cache.VariantIndex.Key;
import io.gosling.origin.upstream.BodyEndNotifier;
import io.gosling.origin.upstream.ClientBodyStream;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.Upstream;
import io.gosling.origin.upstream.UpstreamRequestHeaderBuilder;
import io.gosling.origin.upstream.UpstreamSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests for an origin: from memory where a stored response may be used, and by asking the origin otherwise.
 *
 * <pre>
 *   1 a stored response that may be used                    from memory
 *   2 a request for the same is on its way: wait for it     its response as well, if it can be shared
 *   3 another node has it or is fetching it: from there     see {@link ClusterSourceFinder}
 *   4 ask the origin: revalidate the stored response, or get a whole one
 *   5 a response that may be stored goes into memory while it is sent; others pass through
 * </pre>
 *
 * <p>Safe for use by many threads; blocks, as handlers may.
 */
public final class OriginHandler implements Handler {
    /** In Cache-Status: this node has no lease, so the copy may have been purged. */
    static final String NO_LEASE = "no-lease";

    private final UpstreamSettings settings;
    private final Predicate<InetAddress> proxies;
    final ResponseMemory memory;
    private final Ticker ticker;
    final CacheResponseBuilder answers;
    private final UpstreamRequestHeaderBuilder headerBuilder;
    private final Upstream upstream;
    private final ClusterResponseSharing others;
    private final VariantIndex variantIndex;
    private final CoalescedFetches flights;
    private final LocalChangeTimes changes;
    private final SlicedResponseBuilder large;
    final ResponseStoragePolicy storagePolicy;
    private final FailureResponseBuilder failures;
    final OriginFetcher fetcher;

    /**
     * @param headerBuilder builds the header of the requests that {@code upstream} gets
     * @param others the other nodes, of which one fetches for all
     * @param changes recorded here and by earlier or parallel handlers of the same site
     * @param proxies the trusted proxies, whose forwarding headers are used
     * @param node this node's name, in Cache-Status and Via
     */
    public OriginHandler(
            UpstreamRequestHeaderBuilder headerBuilder,
            Upstream upstream,
            ResponseMemory memory,
            ClusterResponseSharing others,
            LocalChangeTimes changes,
            Predicate<InetAddress> proxies,
            String node,
            Ticker ticker,
            InstantSource wall) {
        this.settings = headerBuilder.settings();
        this.proxies = proxies;
        this.memory = memory;
        this.ticker = ticker;
        this.upstream = upstream;
        this.others = others;
        this.large = new SlicedResponseBuilder(memory.sliceBytes(), this, wall);
        this.answers = new CacheResponseBuilder(node, large);
        this.headerBuilder = headerBuilder;
        this.variantIndex = new VariantIndex(
                settings.values().get(OriginSettings.REMEMBERED),
                settings.values().get(OriginSettings.HIT_FOR_MISS),
                memory::drop);
        this.changes = changes;
        this.flights = new CoalescedFetches(ticker, settings.endsInTime() ? null : settings.longestHeader());
        this.storagePolicy = new ResponseStoragePolicy(settings, memory, changes, variantIndex, answers, large, ticker);
        this.failures = new FailureResponseBuilder(settings, answers, ticker);
        OriginFetch.Times times = new OriginFetch.Times(ticker, wall, settings.timeout());
        this.fetcher = new OriginFetcher(upstream, memory, others, flights, storagePolicy, failures, answers, times);
    }

    /** These were purged from this node alone: older copies of other nodes are not fetched from them. */
    public void purgedAlone(List<PurgeTarget> targets) {
        long now = ticker.nanos();
        for (PurgeTarget target : targets) {
            switch (target) {
                case PurgeTarget.Key one -> changes.changed(one.key(), now);
                case PurgeTarget.Tag tag -> changes.changed(Set.of(tag.tag()), now);
                case PurgeTarget.Prefix many -> changes.changed(now);
                case PurgeTarget.OnEveryHost many -> changes.changed(now);
            }
        }
    }

    /**
     * Revalidates the record of a URL on the disk with the origin, and loads it into memory, if it is worth a place.
     * Blocks for the origin's answer.
     *
     * @param url as in the keys of responses that do not vary
     */
    public void revive(String url) {
        CacheRequest request = CacheRequest.ofNobody(url, headerBuilder);
        fetcher.revive(request, key(request));
    }

    /** The responses in other nodes' memories, for event loops: to be given to {@link CachedResponseLookup#in}. */
    public UncachedDocumentFetcher held(Function<HolderFetch.Kind, HolderObjectFetcher> holders) {
        return holders.apply(new HolderFetch.Kind() {
            @Override
            public boolean has(String url) {
                return !variantIndex.has(url);
            }

            @Override
            public HolderFetch of(LocalObjectEntry object, ClusterMember holder) {
                return new HolderResponseFetch(storagePolicy, others, memory.permit(object.key()), holder);
            }
        });
    }

    public TransferredResponseSink transferSink() {
        return storagePolicy::adopt;
    }

    /** Gives other nodes the responses that this one holds or is fetching. */
    public SharedResponseSource responseSource() {
        return this::join;
    }

    private SharedResponseSource.@Nullable Giving join(SharedResponseRequest question) {
        CoalescedFetch flight = flights.numbered(question.number());
        if (flight != null && mayJoin(flight, question) && flight.enter()) {
            return new SharedResponseReader(flight, question, memory, variantIndex, ticker);
        }
        SharedResponseReader held = new SharedResponseReader(null, question, memory, variantIndex, ticker);
        return held.takeCopy() || held.isHeld() ? held : null;
    }

    private boolean mayJoin(CoalescedFetch flight, SharedResponseRequest question) {
        return flight.isFor(question.url())
                && memory.mayServe()
                && flight.admission() != ClusterFetchState.Admission.REFUSED;
    }

    @Override
    public Response handle(Request received) throws IOException {
        CacheRequest request = CacheRequest.of(received, headerBuilder, proxies, null);
        if (headerBuilder.isLoop(received.headers())) {
            return answers.failed(508, CacheStatusMember.forwarded("bypass").because("loop"));
        }
        String why = OriginTunnel.asked(received, settings.upgrades()) == null ? request.whyPassed() : "request";
        return why == null ? find(request) : pass(request, received, why);
    }

    Response handle(Request received, Handler next) throws Exception {
        CacheRequest request = CacheRequest.of(received, headerBuilder, proxies, next);
        String why = request.whyPassed();
        return why == null ? find(request) : pass(request, received, next, why);
    }

    private Response pass(CacheRequest request, Request received, Handler next, String why) throws Exception {
        Response response = next.handle(received);
        try {
            if (mayHaveChanged(request, response.status())) {
                Headers said = response.headers();
                Set<String> urls = named(request, said);
                invalidate(urls, said);
                // Again after a handler that continues while its response is sent.
                response = BodyEndNotifier.noticed(response, () -> others.changedSince(urls, forgetAll(urls, said)));
            }
            return answers.marked(response, CacheStatusMember.forwarded(why));
        } catch (Throwable e) {
            response.discard();
            throw e;
        }
    }

    /** Returns true if a response to an unsafe request invalidates stored ones (RFC 9111, section 4.4). */
    private static boolean mayHaveChanged(CacheRequest request, int status) {
        return !CacheRequest.SAFE.contains(request.method()) && status >= 200 && status < 400;
    }

    /** Forwards the request and stores nothing; one that may have changed something invalidates responses. */
    private Response pass(CacheRequest request, Request received, String why) throws IOException {
        MaxForwards forwards = MaxForwards.of(request.method(), received.headers());
        if (forwards == null) {
            return ErrorPageBuilder.of(400);
        }
        if (forwards.isSpent()) {
            return new Response(204, MaxForwards.answer(), null);
        }
        String upgrade = OriginTunnel.asked(received, settings.upgrades());
        Headers plain = forwards.isCounted() ? request.sent().with(MaxForwards.NAME, forwards.next()) : request.sent();
        Headers sent =
                upgrade == null ? plain : plain.with("Connection", "Upgrade").with("Upgrade", upgrade);
        ClientBodyStream body = new ClientBodyStream(received.body());
        try {
            Upstream.Answer answer = upstream.send(new Upstream.Message(
                    request.method(), request.target(), sent, request.upload(body), null, request.interim()));
            try {
                ClientResponse.Sender sender = answer.sender();
                if (sender != null && upgrade != null) {
                    return OriginTunnel.of(answer, sender, received, upgrade);
                }
                if (mayHaveChanged(request, answer.status())) {
                    invalidate(named(request, answer.headers()), answer.headers());
                }
                return answers.passed(request, answer, CacheStatusMember.forwarded(why));
            } catch (Throwable e) {
                answer.close();
                throw e;
            }
        } catch (IOException e) {
            body.rethrow();
            return failures.refusal(e, CacheStatusMember.forwarded(why));
        }
    }

    /** Returns the target of an unsafe request, and the URLs that its response names (RFC 9111, section 4.4). */
    private Set<String> named(CacheRequest request, Headers response) {
        Set<String> urls = new LinkedHashSet<>(Set.of(request.url()));
        for (String name : List.of("Location", "Content-Location")) {
            String named = ReferencedCacheKey.url(request, response.first(name), settings);
            if (named != null) {
                urls.add(named);
            }
        }
        return urls;
    }

    private void invalidate(Set<String> urls, Headers response) {
        // The directory entry of a URL covers only responses that do not vary.
        boolean vary = urls.stream()
                .anyMatch(
                        url -> variantIndex.keys(url).size() > 1 || (variantIndex.varyNear(url) && !memory.holds(url)));
        Set<String> groups = forgetAll(urls, response);
        others.changed(urls, groups, vary);
    }

    private Set<String> forgetAll(Set<String> urls, Headers response) {
        urls.forEach(this::forget);
        Set<String> groups = RevalidationHeaderBuilder.invalidatedGroups(response);
        if (!groups.isEmpty()) {
            changes.changed(groups, ticker.nanos());
            memory.invalidateTagged(groups);
        }
        return groups;
    }

    /** Removes copies, for every scheme, and excludes fetches under way. */
    private void forget(String url) {
        changes.changed(url, ticker.nanos());
        String place = url.substring(url.indexOf("://"));
        for (String either : List.of("http" + place, "https" + place)) {
            memory.invalidate(either, variantIndex.keys(either));
        }
    }

    Response find(CacheRequest request) throws IOException {
        long now = ticker.nanos();
        Key variantKey = variantIndex.find(request.url(), request.sent(), now);
        StoredResponse copy = memory.find(variantKey.key());
        String why = variantKey.varies() ? "vary-miss" : "uri-miss";
        boolean alone = variantKey.hitForMiss()
                || !memory.mayServe()
                || request.terms().credentials()
                || request.terms().storesNothing();
        if (copy != null) {
            switch (copy.judge(request.terms(), now)) {
                case SERVE -> {
                    return answers.stored(request, copy, hit(copy, now), now);
                }
                case SERVE_AND_VALIDATE -> {
                    fetcher.validateLater(request, variantKey);
                    return answers.stored(request, copy, hit(copy, now), now);
                }
                case VALIDATE_STALE -> {
                    Response unasked = withoutLease(request, copy, now);
                    if (unasked != null) {
                        return unasked;
                    }
                    why = "stale";
                }
                case VALIDATE_AS_ASKED -> {
                    why = "request";
                    alone = true;
                }
                case NOT_FOR_THIS -> {
                    copy.close();
                    copy = null;
                    why = "request";
                    alone = true;
                }
            }
        }
        return forward(request, variantKey, copy, why, alone, true);
    }

    /** Answers from a fresh copy without a lease, if configured; null to ask the origin. Never from slices. */
    private @Nullable Response withoutLease(CacheRequest request, StoredResponse copy, long now) {
        ServeWithoutLeasePolicy choice = memory.withoutLease();
        if (choice == ServeWithoutLeasePolicy.ASK
                || memory.mayServe()
                || request.slice() != null
                || copy.reply().isSliceIndex()
                || !copy.lacksOnlyLease(request.terms(), now)) {
            return null;
        }
        if (choice == ServeWithoutLeasePolicy.SERVE) {
            return answers.stored(request, copy, hit(copy, now).because(NO_LEASE), now);
        }
        copy.close();
        return answers.failed(503, CacheStatusMember.forwarded("stale").because(NO_LEASE));
    }

    private static CacheStatusMember hit(StoredResponse copy, long now) {
        return CacheStatusMember.hit(copy.reply().freshFor(now).toSeconds());
    }

    /**
     * @param copy the stored copy, which needs revalidation; passes over
     * @param mayWait true if this request may wait once more for another one
     */
    private Response forward(
            CacheRequest request,
            Key variantKey,
            @Nullable StoredResponse copy,
            String why,
            boolean alone,
            boolean mayWait)
            throws IOException {
        if (request.terms().onlyStored()) {
            close(copy);
            return answers.failed(504, CacheStatusMember.forwarded(why).because("only-if-cached"));
        }
        if (copy == null && (request.isHead() || passesThrough(request, variantKey, alone))) {
            return fetcher.passThrough(request, request.isHead() ? "method" : "partial");
        }
        if (alone) {
            return fetcher.ask(request, variantKey, copy, why, null);
        }
        CoalescedFetch mine = new CoalescedFetch(memory.permit(request.url()));
        CoalescedFetch other = flights.join(variantKey.key(), mine);
        if (other == null) {
            return lead(request, variantKey, copy, why, mine);
        }
        Response shared;
        boolean again;
        boolean waited = false;
        try {
            Outcome outcome = await(other);
            if (outcome instanceof Outcome.Failed failed) {
                // Another node's copy may have been transferred meanwhile.
                StoredResponse known = copy == null ? memory.take(variantKey.key()) : copy;
                if (known != null
                        && failures.allowStale(request, known, failed.why().answered())) {
                    waited = true;
                    return failures.stale(request, known, why, failed.why());
                }
                if (failed.isFor(request)) {
                    waited = true;
                    close(known);
                    return failures.told(request, why, failed);
                }
                if (copy == null) {
                    close(known);
                }
            }
            again = outcome instanceof Outcome.Again && mayWait;
            shared = share(request, why, outcome);
            waited = true;
        } finally {
            other.leave();
            if (!waited) {
                close(copy);
            }
        }
        if (shared != null) {
            close(copy);
            return shared;
        }
        if (copy != null) {
            return fetcher.ask(request, variantKey, copy, why, null);
        }
        ResponseSlice slice = request.slice();
        if (slice != null && !slice.requester().mayAsk()) {
            slice.requester().refused(ResponseSlice.Instead.NOT_NOW);
            return answers.failed(502, CacheStatusMember.forwarded(why).because("slice"));
        }
        // The fetch that was waited for may have changed the place.
        Key found = key(request);
        if (again) {
            return forward(request, found, null, why, found.hitForMiss(), false);
        }
        return passesThrough(request, found, found.hitForMiss())
                ? fetcher.passThrough(request, "partial")
                : fetcher.ask(request, found, null, why, null);
    }

    /** True if a range request is forwarded unchanged, without storing. */
    private boolean passesThrough(CacheRequest request, Key variantKey, boolean alone) {
        return isForPart(request, variantKey)
                && (alone || storagePolicy.places.excludes(request) || large.around(request, variantKey) == null);
    }

    /** Fetches for all waiting requests, unless a fetch has just stored the wanted response. */
    private Response lead(
            CacheRequest request, Key variantKey, @Nullable StoredResponse copy, String why, CoalescedFetch mine) {
        long now = ticker.nanos();
        StoredResponse landed;
        try {
            landed = landed(request, now);
        } catch (Throwable e) {
            flights.end(variantKey.key(), mine);
            throw e;
        }
        if (landed == null) {
            return fetcher.ask(request, variantKey, copy, why, mine);
        }
        // Requests that have joined meanwhile checked memory no later.
        mine.say(new Outcome.InMemory());
        flights.end(variantKey.key(), mine);
        close(copy);
        return collapsed(request, landed, CacheStatusMember.forwarded(why), now);
    }

    /** Returns true if the request is for a true part; a range of the whole is answered from a normal fetch. */
    private static boolean isForPart(CacheRequest request, Key variantKey) {
        String range = request.headers().joined("Range");
        return range != null && (variantKey.hitForMiss() || !range.strip().equalsIgnoreCase("bytes=0-"));
    }

    private @Nullable Outcome await(CoalescedFetch flight) throws IOException {
        try {
            return flight.await(settings.timeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for another request to the origin");
        }
    }

    /** The answer to this request from the outcome of another request's fetch; null for none. */
    private @Nullable Response share(CacheRequest request, String why, @Nullable Outcome outcome) {
        long now = ticker.nanos();
        CacheStatusMember handling = CacheStatusMember.forwarded(why);
        return switch (outcome) {
            case Outcome.Shared shared -> {
                Response along = fetcher.along(request, shared.streamedReply(), handling, now);
                yield along == null ? collapsed(request, handling, now) : along;
            }
            case Outcome.InMemory kept -> collapsed(request, handling, now);
            case Outcome.Apart apart -> null;
            case Outcome.Again again -> null;
            case Outcome.Failed failed -> null;
            case null -> null;
        };
    }

    private @Nullable Response collapsed(CacheRequest request, CacheStatusMember handling, long now) {
        StoredResponse found = landed(request, now);
        return found == null ? null : collapsed(request, found, handling, now);
    }

    /** Returns the copy that another request has fetched; null where this request may not use it. */
    private @Nullable StoredResponse landed(CacheRequest request, long now) {
        StoredResponse found = memory.take(key(request).key());
        if (found == null || found.judge(request.terms(), now) != ReuseDecision.SERVE) {
            close(found);
            return null;
        }
        return found;
    }

    private Response collapsed(CacheRequest request, StoredResponse found, CacheStatusMember handling, long now) {
        memory.countShared();
        long ttl = found.reply().freshFor(now).toSeconds();
        return answers.stored(request, found, handling.asCollapsed(ttl, ResponseSource.ORIGIN), now);
    }

    /**
     * Drops a slice index that does not match the origin's response, unless a newer version is here or being fetched.
     *
     * @param other true if a server of the origin has another version; ranges then pass unchanged for a while
     */
    void forget(CacheRequest request, StoredResponseHead sliceIndex, boolean other) {
        String key = key(request).key();
        boolean current;
        try (StoredResponse there = memory.take(key)) {
            current = there == null ? !flights.isUnderWay(key) : there.isOf(sliceIndex);
        }
        if (current) {
            forget(request.url());
            if (other) {
                variantIndex.changed(request.url(), ticker.nanos());
            }
        }
    }

    /** Forwards range requests for an object as clients send them, for a while. */
    void passRanges(CacheRequest request) {
        storagePolicy.passRanges(request);
        storagePolicy.drop(key(request));
    }

    Key key(CacheRequest request) {
        return variantIndex.find(request.url(), request.sent(), ticker.nanos());
    }

    private static void close(@Nullable StoredResponse copy) {
        if (copy != null) {
            copy.close();
        }
    }
}
