package io.gosling.replication.home;

/**
 * Settings of hints and prefetching, by which a home acts on its pages' links before they are requested.
 *
 * @param preload number of a page's styles and scripts its header names (Link with rel=preload); 0 names none
 * @param early true if these are also sent before the response (103 Early Hints), over HTTP/2
 * @param prefetch number of linked pages loaded into memory after a miss; 0 for none
 */
public record HintSettings(int preload, boolean early, int prefetch) {
    /** No hints and no prefetching. */
    public static HintSettings none() {
        return new HintSettings(0, false, 0);
    }
}
