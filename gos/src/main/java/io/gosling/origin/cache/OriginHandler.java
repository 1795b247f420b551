package io.gosling.origin.cache;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.TransferredResponseSink;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.gos.space.HolderFetch;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.http1.MaxForwards;
import io.gosling.origin.upstream.ClientBodyStream;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.Upstream;
import io.gosling.origin.upstream.UpstreamRequestHeaderBuilder;
import io.gosling.origin.upstream.UpstreamSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
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
 *     or the repository has it, where the settings say so
 *   4 ask the origin: revalidate the stored response, or get a whole one
 *   5 a response that may be stored goes into memory while it is sent; others pass through
 * </pre>
 *
 * <p>Safe for use by many threads; blocks, as handlers may.
 */
public final class OriginHandler implements Handler {
    /** In Cache-Status: this node has no lease, so the copy may have been purged. */
    static final String NO_LEASE = "no-lease";

    private final UpstreamRequestHeaderBuilder headerBuilder;
    private final Predicate<InetAddress> proxies;
    private final ResponseInvalidation invalidation;
    private final OriginFetcher fetcher;
    final OriginLookup lookup;

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
        UpstreamSettings settings = headerBuilder.settings();
        CacheResponseBuilder answers =
                new CacheResponseBuilder(node, new SlicedResponseBuilder(memory.sliceBytes(), this, wall));
        VariantIndex variantIndex = new VariantIndex(
                settings.values().get(OriginSettings.REMEMBERED),
                settings.values().get(OriginSettings.HIT_FOR_MISS),
                memory::drop);
        this.headerBuilder = headerBuilder;
        this.proxies = proxies;
        this.invalidation = new ResponseInvalidation(settings, memory, others, changes, variantIndex, ticker);
        this.fetcher = new OriginFetcher(
                upstream,
                memory,
                others,
                variantIndex,
                new CoalescedFetches(ticker, settings.endsInTime() ? null : settings.longestHeader()),
                ResponseStoragePolicy.of(settings, memory, changes, variantIndex, answers, ticker),
                new FailureResponseBuilder(settings, answers, ticker),
                answers,
                ticker,
                wall);
        this.lookup = new OriginLookup(fetcher, invalidation);
    }

    /** These were purged from this node alone: older copies of other nodes are not fetched from them. */
    public void purgedAlone(List<PurgeTarget> targets) {
        invalidation.purgedAlone(targets);
    }

    /**
     * Revalidates the record of a URL on the disk with the origin, and loads it into memory, if it is worth a place.
     * Blocks for the origin's answer.
     *
     * @param url as in the keys of responses that do not vary
     */
    public void revive(String url) {
        fetcher.revive(CacheRequest.ofNobody(url, headerBuilder));
    }

    /** The responses in other nodes' memories, for event loops: to be given to {@link CachedResponseLookup#in}. */
    public UncachedDocumentFetcher held(Function<HolderFetch.Kind, UncachedDocumentFetcher> holders) {
        return holders.apply(new HolderFetch.Kind() {
            @Override
            public boolean has(String url) {
                return !fetcher.variantIndex().has(url);
            }

            @Override
            public HolderFetch of(LocalObjectEntry object, ClusterMember holder) {
                return new HolderResponseFetch(fetcher, object.key(), holder);
            }

            @Override
            public SmallObjectClient.Wanted wanted() {
                return SmallObjectClient.Wanted.RESPONSE;
            }
        });
    }

    public TransferredResponseSink transferSink() {
        return fetcher.storagePolicy()::adopt;
    }

    /** Gives other nodes the responses that this one holds or is fetching. */
    public SharedResponseSource responseSource() {
        return this::join;
    }

    private SharedResponseSource.@Nullable Giving join(SharedResponseRequest question) {
        CoalescedFetch flight = fetcher.flights().numbered(question.number());
        if (flight != null && mayJoin(flight, question) && flight.enter()) {
            return new SharedResponseReader(fetcher, flight, question);
        }
        SharedResponseReader held = new SharedResponseReader(fetcher, null, question);
        return held.takeCopy() || held.isHeld() ? held : null;
    }

    private boolean mayJoin(CoalescedFetch flight, SharedResponseRequest question) {
        return flight.isFor(question.url())
                && fetcher.memory().mayServe()
                && flight.admission() != ClusterFetchState.Admission.REFUSED;
    }

    @Override
    public Response handle(Request received) throws IOException {
        CacheRequest request = CacheRequest.of(received, headerBuilder, proxies, null);
        if (headerBuilder.isLoop(received.headers())) {
            return fetcher.answers()
                    .failed(508, CacheStatusMember.forwarded("bypass").because("loop"));
        }
        String upgrade = OriginTunnel.asked(received, headerBuilder.settings().upgrades());
        String why = upgrade == null ? request.whyPassed() : "request";
        return why == null ? find(request) : pass(request, received, upgrade, why);
    }

    Response handle(Request received, Handler next) throws Exception {
        CacheRequest request = CacheRequest.of(received, headerBuilder, proxies, next);
        String why = request.whyPassed();
        return why == null ? find(request) : pass(request, received, next, why);
    }

    /** Remembers why the origin was asked, if it was. */
    private Response find(CacheRequest request) throws IOException {
        Response response = lookup.find(request);
        List<String> handlings = response.headers().all("Cache-Status");
        String handling = handlings.isEmpty() ? "" : handlings.getLast();
        if (handling.contains("; fwd=")) {
            fetcher.memory().answeredByOrigin(request.url(), handling);
        }
        return response;
    }

    private Response pass(CacheRequest request, Request received, Handler next, String why) throws Exception {
        Response response = next.handle(received);
        try {
            if (ResponseInvalidation.mayFollow(request, response.status())) {
                invalidation.invalidate(request, response.headers());
            }
            return fetcher.answers().marked(response, CacheStatusMember.forwarded(why));
        } catch (Throwable e) {
            response.discard();
            throw e;
        }
    }

    /** Forwards the request and stores nothing; one that may have changed something invalidates responses. */
    private Response pass(CacheRequest request, Request received, @Nullable String upgrade, String why)
            throws IOException {
        MaxForwards forwards = MaxForwards.of(request.method(), received.headers());
        if (forwards == null) {
            return ErrorPageBuilder.of(400);
        }
        if (forwards.isSpent()) {
            return new Response(204, MaxForwards.answer(), null);
        }
        Headers plain = forwards.isCounted() ? request.sent().with(MaxForwards.NAME, forwards.next()) : request.sent();
        Headers sent =
                upgrade == null ? plain : plain.with("Connection", "Upgrade").with("Upgrade", upgrade);
        ClientBodyStream body = new ClientBodyStream(received.body());
        try {
            Upstream.Answer answer = fetcher.upstream()
                    .send(new Upstream.Message(
                            request.method(), request.target(), sent, request.upload(body), null, request.interim()));
            try {
                ClientResponse.Sender sender = answer.sender();
                if (sender != null && upgrade != null) {
                    return OriginTunnel.of(answer, sender, received, upgrade);
                }
                if (ResponseInvalidation.mayFollow(request, answer.status())) {
                    invalidation.invalidate(request, answer.headers());
                }
                return fetcher.answers().passed(request, answer, CacheStatusMember.forwarded(why));
            } catch (Throwable e) {
                answer.close();
                throw e;
            }
        } catch (IOException e) {
            body.rethrow();
            return fetcher.failures().refusal(e, CacheStatusMember.forwarded(why));
        }
    }
}
