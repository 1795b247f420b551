package io.gosling.document;

import org.jspecify.annotations.Nullable;

/** A source without documents, as of a node that only has what programs put. */
enum NoDocuments implements DocumentSource {
    INSTANCE;

    @Override
    public Lookup find(DocumentPath path) {
        return new Lookup.Absent();
    }

    @Override
    public Freshness check(DocumentPath path, @Nullable Stamp known) {
        return Freshness.GONE;
    }
}
