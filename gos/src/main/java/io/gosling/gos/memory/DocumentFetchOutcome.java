package io.gosling.gos.memory;

import io.gosling.document.Document;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import java.io.IOException;

/** The result of a fetch. */
public sealed interface DocumentFetchOutcome {
    /** The outcome for requests that have waited: what is for the leader alone, each of them fetches for itself. */
    default DocumentFetchOutcome shared() {
        return this instanceof Single || this instanceof NotHere ? new EachAlone() : this;
    }

    /** The bytes are in memory; each receiver gets a reference to them. */
    record Held(InMemoryObject object, Provenance provenance) implements DocumentFetchOutcome {}

    record Single(Document document) implements DocumentFetchOutcome {}

    /** This node's disk has no bytes, which says nothing of other nodes. */
    record NotHere(LookupResult lookup) implements DocumentFetchOutcome {}

    /** There are no bytes, and that is the answer. */
    record Said(LookupResult lookup) implements DocumentFetchOutcome {}

    /** The leader has something that cannot be shared: each waiter goes for itself. */
    record EachAlone() implements DocumentFetchOutcome {}

    record Failed(IOException cause) implements DocumentFetchOutcome {}
}
