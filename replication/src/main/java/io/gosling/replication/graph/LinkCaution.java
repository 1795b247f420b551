package io.gosling.replication.graph;

/** Reasons why a link may not simply lead to another server. */
public enum LinkCaution {
    /** The page gives the digest of the bytes (SRI), which browsers check for another origin only with CORS. */
    INTEGRITY,
    /** Fetched with CORS and without credentials: {@code crossorigin}, CSS masks and shapes. */
    CORS,
    /** Fetched with the user's credentials ({@code crossorigin=use-credentials}), which belong to this origin. */
    CREDENTIALS,
    /** A module script: fetched with CORS, and its imports are read against its own address. */
    MODULE,
    /** A font: fetched with CORS, always. */
    FONT,
    /** Browsers require the page's own origin ({@code <use>}, manifests, subtitles), or it opens in a named frame. */
    SAME_ORIGIN,
    /** {@code download}, which browsers obey within an origin only. */
    DOWNLOAD,
    /** A service worker, which rules the origin that it comes from. */
    SERVICE_WORKER,
    /** A name rather than a link: canonical and alternative addresses, licences, sources of quotations. */
    NAME
}
