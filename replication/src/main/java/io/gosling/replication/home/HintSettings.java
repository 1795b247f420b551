package io.gosling.replication.home;

/**
 * What a home does before it is asked, by what it knows of its pages' links.
 *
 * @param preload how many of a page's styles and scripts its header names (Link with rel=preload); 0 names none
 * @param early whether these are told before the answer as well (103), over HTTP/2
 * @param prefetch how many of the pages that a page leads to are brought into memory when it was not there itself; 0 brings
 *     none
 */
public record HintSettings(int preload, boolean early, int prefetch) {
    /** Nothing of all this. */
    public static HintSettings none() {
        return new HintSettings(0, false, 0);
    }
}
