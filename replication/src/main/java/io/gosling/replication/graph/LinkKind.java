package io.gosling.replication.graph;

/** The kind of a link: its purpose for browsers and users. */
public enum LinkKind {
    /** Another page: a user follows the link, or a frame shows it. */
    PAGE,
    /** The browser fetches it to show the page: images, styles, scripts, media. */
    ASSET,
    /** A document that browsers do not fetch by themselves: canonical addresses, quotations, next and previous. */
    REFERENCE,
    FORM,
    /** The page's base address: not followed, but every relative link is read against it. */
    BASE
}
