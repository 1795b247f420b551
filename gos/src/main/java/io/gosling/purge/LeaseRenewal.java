package io.gosling.purge;

import io.gosling.purge.message.PurgeMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Earns and renews the lease of a node: it asks all quorum members again and again, and the node serves from memory as
 * long as a quorum of them has reported, not longer ago than a lease, which purges they know, and the node has applied
 * all of these. Belongs to the owner of {@link PurgeParticipant}.
 */
final class LeaseRenewal {
    private record Taken(long asked, long until, long epoch) {}

    private final PurgeContext context;
    private final Map<String, Taken> grants = new HashMap<>();
    private long nextAsk;
    private boolean left;

    LeaseRenewal(PurgeContext context, long now) {
        this.context = context;
        this.nextAsk = now;
    }

    /** True if it is time to ask all quorum members; at most once for each {@link PurgeSettings#ask}. */
    boolean isDue(long now) {
        if (left || now - nextAsk < 0) {
            return false;
        }
        nextAsk = now + context.settings().ask().toNanos();
        return true;
    }

    PurgeMessage.Ask ask(long now) {
        return new PurgeMessage.Ask(now, context.log().clock());
    }

    /** Applies the purges of a grant, and counts it if nothing is missing; returns true if counted. */
    boolean take(String voter, PurgeMessage.Grant grant, long now) {
        grant.missing().forEach(run -> context.log().catchUp(run, now));
        if (left || now - grant.sent() < 0 || !context.log().clock().covers(grant.clock())) {
            return false;
        }
        Taken old = grants.get(voter);
        if (old == null || grant.sent() - old.asked() > 0) {
            long until = context.rules().leaseUntil(grant.sent(), now);
            grants.put(voter, new Taken(grant.sent(), until, grant.epoch()));
            renew(grant.epoch());
        }
        return true;
    }

    /** Renews the lease with a quorum of one epoch; a new epoch may have lost purges. */
    private void renew(long newest) {
        List<Long> untils = grants.values().stream()
                .filter(taken -> taken.epoch() == newest)
                .map(Taken::until)
                .sorted((one, other) -> Long.signum(other - one))
                .toList();
        int quorum = context.voters().quorum();
        if (untils.size() < quorum) {
            return;
        }
        if (context.serving().epoch() != newest) {
            context.serving().enter(newest);
        }
        context.serving().until(untils.get(quorum - 1));
    }

    /** The quorum members whose answers count at this moment. */
    SortedSet<String> heard(long now) {
        return grants.entrySet().stream()
                .filter(grant -> grant.getValue().until() - now > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    boolean hasLeft() {
        return left;
    }

    /** Serves nothing from memory and never asks again. */
    void leave(long now) {
        left = true;
        context.serving().end(now);
    }
}
