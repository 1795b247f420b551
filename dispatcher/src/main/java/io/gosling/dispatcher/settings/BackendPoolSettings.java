package io.gosling.dispatcher.settings;

/**
 * Groups of back-ends.
 *
 * @param rules what is confined to which
 * @param elsewhere whether any back-end serves what is confined to a group of which nobody takes requests; if not, it waits
 *     for a place, or is answered 503 where nobody belongs to the group at all
 */
public record BackendPoolSettings(BackendPoolRules rules, boolean elsewhere) {
    /** No groups. */
    public static BackendPoolSettings none() {
        return new BackendPoolSettings(BackendPoolRules.NONE, false);
    }
}
