package io.gosling.origin.cache;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.space.HolderFetch;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.gos.space.SmallObjectResult;
import io.gosling.http.documents.FetchedDocument;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The fetch of an origin's response from a known holder: one that is the same for all plain requests. */
final class HolderResponseFetch implements HolderFetch {
    private final OriginFetcher fetcher;
    private final ResponseMemory.Permit permit;
    private final ClusterMember holder;
    private SmallObjectResult.@Nullable Reply usable;

    /** Made before the holder is asked. */
    HolderResponseFetch(OriginFetcher fetcher, String url, ClusterMember holder) {
        this.fetcher = fetcher;
        this.permit = fetcher.memory().permit(url);
        this.holder = holder;
    }

    @Override
    public boolean ask(SmallObjectClient peers, Executor loop, SmallObjectClient.Receiver receiver) {
        return peers.beginJoin(holder, SharedResponseRequest.fromMemory(permit.url()), loop, receiver);
    }

    @Override
    public @Nullable FetchedDocument response(SmallObjectResult answer) {
        if (!(answer instanceof SmallObjectResult.Reply given)) {
            throw new IllegalArgumentException("a response was asked for, and this came: " + answer);
        }
        StoredResponseHead said = given.reply();
        int length = given.bytes().readableBytes();
        PreparedHeaders fields = given.variant().isEmpty() && permit.isGoodFor(said.tags())
                ? fetcher.storagePolicy().fromOther(permit.url(), said, length)
                : PreparedHeaders.none();
        if (fields.isNone()) {
            return null;
        }
        // The headers are in the fields; plain requests have no conditions to be compared with others.
        usable = given;
        return new FetchedDocument(
                new StoredDocument(
                        permit.url(),
                        new Representation("", length, "", Instant.EPOCH),
                        new FileStamp(length, 0, ""),
                        given.bytes(),
                        PreparedHeaders.none()),
                fields,
                ResponseSource.PEER_MEMORY);
    }

    @Override
    public void keep() {
        if (usable != null
                && fetcher.storagePolicy()
                        .adopt(
                                permit,
                                permit.url(),
                                usable.reply(),
                                usable.bytes().retain())) {
            fetcher.others().kept(permit.url());
        }
    }
}
