package io.gosling.document;

import org.jspecify.annotations.Nullable;

/** A source without documents, for a node that only has the objects which programs put. */
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
