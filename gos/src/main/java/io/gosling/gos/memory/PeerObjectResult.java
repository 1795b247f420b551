package io.gosling.gos.memory;

import io.gosling.document.Document;
import io.gosling.document.LookupResult;

/** The answer of another node to a request for an object. */
public sealed interface PeerObjectResult {
    /**
     * The node had the bytes.
     *
     * @param document closed by the receiver; its body may still be arriving
     * @param version of the copy
     * @param uncheckedNanos time since the copy was last compared with its file
     */
    record Copy(Document document, long version, long uncheckedNanos) implements PeerObjectResult {}

    record NotHeld() implements PeerObjectResult {}

    /** A home node's answer about a document that is not there, has moved, or may not be read. */
    record Said(LookupResult lookup) implements PeerObjectResult {}

    /** It could not be asked, or did not answer in time; {@code reason} is for the log. */
    record Failed(String reason) implements PeerObjectResult {}
}
