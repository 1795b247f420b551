package io.gosling.document;

/** What a source says about a document that was found earlier. */
public enum ValidationResult {
    /** The source would give the same bytes. */
    UNCHANGED,
    /** The source has something else, or cannot tell that it is the same. */
    CHANGED,
    /** The source has nothing under this path any more, or never had. */
    GONE
}
