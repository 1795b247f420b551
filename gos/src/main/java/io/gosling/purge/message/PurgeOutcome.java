package io.gosling.purge.message;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The result of a purge.
 *
 * @param complete true if every request that reaches any node from now on is answered without the purged content. If
 *     not, the purge may still spread; repeat it
 * @param acknowledged names of nodes that have applied it
 * @param silent names of nodes that are known and did not answer; when the purge is complete, their leases have run out
 * @param detail reason for not being complete, in words; empty when it is
 */
public record PurgeOutcome(boolean complete, SortedSet<String> acknowledged, SortedSet<String> silent, String detail) {
    static final int LONGEST_DETAIL = 1000;

    /** A detail that is too long is cut. */
    public PurgeOutcome {
        acknowledged = Collections.unmodifiableSortedSet(new TreeSet<>(acknowledged));
        silent = Collections.unmodifiableSortedSet(new TreeSet<>(silent));
        detail = detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL);
    }

    public static PurgeOutcome failed(String detail) {
        return new PurgeOutcome(false, new TreeSet<>(), new TreeSet<>(), detail);
    }

    /** The same names, but nothing is promised. */
    public PurgeOutcome inDoubt(String why) {
        return new PurgeOutcome(false, acknowledged, silent, why);
    }
}
