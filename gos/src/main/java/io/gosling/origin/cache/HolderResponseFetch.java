package io.gosling.origin.cache;

import io.gosling.caching.StoredReply;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.gos.space.ClusterReplies;
import io.gosling.gos.space.HolderFetch;
import io.gosling.gos.space.Peers;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallAnswer;
import io.gosling.http.Headers;
import io.gosling.http.documents.FetchedDocument;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The fetch of an origin's response from a known holder: one that is the same for all plain requests. */
final class HolderResponseFetch implements HolderFetch {
    private final ReplyStore store;
    private final ClusterReplies others;
    private final ReplyMemory.Permit permit;
    private final Node holder;
    private @Nullable StoredReply reply;
    private @Nullable StoredDocument document;

    /** @param permit for its URL, from before the holder is asked */
    HolderResponseFetch(ReplyStore store, ClusterReplies others, ReplyMemory.Permit permit, Node holder) {
        this.store = store;
        this.others = others;
        this.permit = permit;
        this.holder = holder;
    }

    @Override
    public boolean ask(Peers peers, Executor loop, Peers.SmallReceiver receiver) {
        SharedResponseRequest ask =
                new SharedResponseRequest(permit.url(), Headers.empty(), "", SharedResponseRequest.FROM_MEMORY);
        return peers.beginJoin(holder, ask, loop, receiver);
    }

    @Override
    public @Nullable FetchedDocument response(SmallAnswer answer) {
        if (!(answer instanceof SmallAnswer.Reply given)) {
            throw new IllegalArgumentException("a response was asked for, and this came: " + answer);
        }
        StoredReply said = given.reply();
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
