package io.gosling.origin.cache;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.gos.space.HolderFetch;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.gos.space.SmallObjectResult;
import io.gosling.http.Headers;
import io.gosling.http.documents.FetchedDocument;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The fetch of an origin's response from a known holder: one that is the same for all plain requests. */
final class HolderResponseFetch implements HolderFetch {
    private final ResponseStoragePolicy store;
    private final ClusterResponseSharing others;
    private final ResponseMemory.Permit permit;
    private final ClusterMember holder;
    private @Nullable StoredResponseHead reply;
    private @Nullable StoredDocument document;

    /** @param permit for its URL, from before the holder is asked */
    HolderResponseFetch(
            ResponseStoragePolicy store,
            ClusterResponseSharing others,
            ResponseMemory.Permit permit,
            ClusterMember holder) {
        this.store = store;
        this.others = others;
        this.permit = permit;
        this.holder = holder;
    }

    @Override
    public boolean ask(SmallObjectClient peers, Executor loop, SmallObjectClient.Receiver receiver) {
        SharedResponseRequest ask =
                new SharedResponseRequest(permit.url(), Headers.empty(), "", SharedResponseRequest.FROM_MEMORY);
        return peers.beginJoin(holder, ask, loop, receiver);
    }

    @Override
    public @Nullable FetchedDocument response(SmallObjectResult answer) {
        if (!(answer instanceof SmallObjectResult.Reply given)) {
            throw new IllegalArgumentException("a response was asked for, and this came: " + answer);
        }
        StoredResponseHead said = given.reply();
        int length = given.bytes().readableBytes();
        PreparedHeaders fields = given.variant().isEmpty() && permit.isGoodFor(said.tags())
                ? store.fromOther(permit.url(), said, length)
                : PreparedHeaders.none();
        if (fields.isNone()) {
            return null;
        }
        // The headers are in the fields; plain requests have no conditions to be compared with others.
        StoredDocument made = new StoredDocument(
                permit.url(),
                new Representation("", length, "", Instant.EPOCH),
                new FileStamp(length, 0, ""),
                given.bytes(),
                PreparedHeaders.none());
        reply = said;
        document = made;
        return new FetchedDocument(made, fields, ResponseSource.PEER_MEMORY);
    }

    @Override
    public void keep() {
        if (reply != null
                && document != null
                && store.adopt(permit, permit.url(), reply, document.body().retain())) {
            others.kept(permit.url());
        }
    }
}
