package io.gosling.document;

import org.jspecify.annotations.Nullable;

/** A source without documents, as of a node that only has what programs put. */
enum EmptySource implements DocumentSource {
    INSTANCE;

    @Override
    public Lookup find(DocumentPath path) {
        return new Lookup.Absent();
    }

    @Override
    public ValidationResult check(DocumentPath path, @Nullable FileStamp known) {
        return ValidationResult.GONE;
    }
}
