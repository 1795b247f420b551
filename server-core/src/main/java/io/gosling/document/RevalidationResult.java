package io.gosling.document;

/** The result of revalidating a document at its source. */
public enum RevalidationResult {
    /** The source would give the same bytes. */
    UNCHANGED,
    /** The source has something else, or cannot tell whether it is the same. */
    CHANGED,
    /** The source has nothing under this path now, or never had. */
    GONE
}
