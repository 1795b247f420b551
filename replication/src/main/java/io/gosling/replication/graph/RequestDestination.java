package io.gosling.replication.graph;

/**
 * The destination of a browser's request for an address (Fetch standard, section 2.2.5), which determines the policy
 * and the mode that apply.
 */
public enum RequestDestination {
    /** A page of its own, navigated to by a user. */
    DOCUMENT,
    /** A page within this one. */
    FRAME,
    IMAGE,
    STYLE,
    SCRIPT,
    /** Sound, moving pictures and their subtitles. */
    MEDIA,
    FONT,
    /** The content of {@code <object>} and {@code <embed>}. */
    OBJECT,
    /** Fetched for something else, or not fetched at all. */
    OTHER
}
