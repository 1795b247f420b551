package io.gosling.origin.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.ByteSpan;
import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the slices of one response, each as if a client had requested it, from the open response of the origin where
 * there is one. Used by one thread; any other may report the answer of the origin. Its monitor is held for moments.
 */
final class SliceFetcher {
    /** Slices skipped at most before the first needed one; beyond, the origin answers. */
    private static final int MOST_SKIPPED = 16;

    private final OriginHandler origin;
    private final CacheRequest request;
    private final StoredResponseHead sliceIndex;
    private final SliceLayout cut;
    private final String version;
    private final Headers said;
    private final Headers sent;
    private volatile boolean refused;
    private volatile boolean begun;

    @GuardedBy("this")
    private @Nullable OpenOriginResponse open;

    @GuardedBy("this")
    private boolean closed;

    /** @param open a response of the origin that has some of the bytes; passes over, null for none */
    SliceFetcher(
            OriginHandler origin,
            CacheRequest request,
            StoredResponseHead sliceIndex,
            SliceLayout cut,
            @Nullable OpenOriginResponse open) {
        this.origin = origin;
        this.request = request;
        this.sliceIndex = sliceIndex;
        this.cut = cut;
        this.version = cut.version(sliceIndex);
        this.open = open;
        this.said = said(request.terms());
        this.sent = RevalidationHeaderBuilder.unconditional(request.sent());
    }

    /** The client's cache directives that apply to every slice. */
    private static Headers said(RequestCacheDirectives terms) {
        List<String> directives = new ArrayList<>();
        if (terms.storesNothing()) {
            directives.add("no-store");
        }
        if (terms.onlyStored()) {
            directives.add("only-if-cached");
        }
        return directives.isEmpty() ? Headers.empty() : Headers.of("Cache-Control", String.join(", ", directives));
    }

    boolean isRefused() {
        return refused;
    }

    private String key(int index) {
        return ResponseMemory.key(request.url(), SliceLayout.name(version, index));
    }

    /** True if all slices of these ranges are here. */
    boolean hasAll(List<ByteSpan> wanted) {
        return wanted.stream()
                .flatMapToInt(span -> IntStream.rangeClosed(cut.indexOf(span.first()), cut.indexOf(span.last())))
                .allMatch(index -> origin.memory.holds(key(index)));
    }

    /** Fetches the response that has this slice and nothing else. */
    Response fetch(int index) throws IOException {
        if (refused) {
            throw new IOException("the origin does not give the rest of it");
        }
        ResponseSlice slice = new ResponseSlice(sliceIndex, cut, index, this);
        Response response = origin.find(request.forSlice(slice, key(index), said, sent));
        begun = true;
        OpenOriginResponse passing = open();
        if (passing != null) {
            passing.passedBy(slice.span());
        }
        return response;
    }

    /** Returns true if the origin is to be asked; not when it sends the whole and there is another source. */
    boolean mayAsk() {
        return begun || open() != null || !origin.key(request).rangesPass();
    }

    void givesNoRanges() {
        if (!request.isPersonal()) {
            origin.passRanges(request);
        }
    }

    long mostSkipped() {
        return begun ? Long.MAX_VALUE : (long) MOST_SKIPPED * cut.size();
    }

    /** An open response of the origin that may contain the next slice; null for none. */
    synchronized @Nullable OpenOriginResponse open() {
        return open;
    }

    ResponseMemory.Permit permit() {
        return origin.memory.permit(request.url());
    }

    /** Returns true if the headers of a part, judged as of a 200, allow storing it. */
    boolean mayKeep(Headers fields) {
        return origin.storagePolicy.mayKeep(request, fields);
    }

    /** Takes the other slices from a whole response, which passes over. */
    void goOnWith(OpenOriginResponse all) {
        OpenOriginResponse last;
        synchronized (this) {
            last = closed ? all : open;
            open = all;
        }
        giveUp(last);
    }

    /** Handles another answer, which may be private to an identified client. */
    void refused(ResponseSlice.Instead what) {
        refused = true;
        if (what != ResponseSlice.Instead.NOT_NOW && !request.isPersonal()) {
            origin.forget(request, sliceIndex, what == ResponseSlice.Instead.OTHER_VERSION);
        }
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        giveUp(open());
    }

    private static void giveUp(@Nullable OpenOriginResponse reply) {
        if (reply != null) {
            reply.giveUp();
        }
    }
}
