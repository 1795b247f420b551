package io.gosling.replication.graph;

/** What a link is for: who follows it, and when. */
public enum LinkKind {
    /** A person follows it, or it is shown in a frame: another page. */
    PAGE,
    /** The browser fetches it to show the page: images, styles, scripts, media. */
    ASSET,
    /** It names a document that nobody fetches by itself: canonical addresses, sources of quotations, next and previous. */
    REFERENCE,
    /** A form is sent to it. */
    FORM,
    /** The page's base address: not followed, but every relative link is read against it. */
    BASE
}
