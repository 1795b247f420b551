package io.gosling.purge;

import io.gosling.purge.message.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Earns and renews the lease of a node: it asks all quorum members again and again, and the node serves from memory as
 * long as a quorum of them has reported, not longer ago than a lease, which purges they know, and the node has applied
 * all of these. Belongs to the owner of {@link PurgeParticipant}.
 */
final class Lessee {
    private record Taken(long asked, long until, long epoch) {}

    private final Quorum voters;
    private final QuorumRules rules;
    private final PurgeLog log;
    private final CurrentLease serving;
    private final Map<String, Taken> grants = new HashMap<>();
    private long nextAsk;
    private long epoch;
    private boolean left;

    Lessee(Quorum voters, QuorumRules rules, PurgeLog log, CurrentLease serving, long now) {
        this.voters = voters;
        this.rules = rules;
        this.log = log;
        this.serving = serving;
        this.nextAsk = now;
    }

    /** True if it is time to ask all quorum members; at most once for each {@link PurgeSettings#ask}. */
    boolean isDue(long now) {
        if (left || now - nextAsk < 0) {
            return false;
        }
        nextAsk = now + rules.settings.ask().toNanos();
        return true;
    }

    Message.Ask ask(long now) {
        return new Message.Ask(now, log.clock());
    }

    /** Applies the purges of a grant, and counts it if nothing is missing; returns true if counted. */
    boolean take(String voter, Message.Grant grant, long now) {
        grant.missing().forEach(run -> log.catchUp(run, now));
        if (left || now - grant.sent() < 0 || !log.clock().covers(grant.clock())) {
            return false;
        }
        Taken old = grants.get(voter);
        if (old == null || grant.sent() - old.asked() > 0) {
            grants.put(voter, new Taken(grant.sent(), rules.leaseUntil(grant.sent(), now), grant.epoch()));
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
        if (untils.size() < voters.quorum()) {
            return;
        }
        if (epoch != newest) {
            serving.doubt();
            epoch = newest;
        }
        serving.until(untils.get(voters.quorum() - 1));
    }

    /** The quorum members whose answers count at this moment. */
    SortedSet<String> heard(long now) {
        SortedSet<String> heard = new TreeSet<>();
        grants.forEach((voter, taken) -> {
            if (taken.until() - now > 0) {
                heard.add(voter);
            }
        });
        return heard;
    }

    boolean hasLeft() {
        return left;
    }

    /** Serves nothing from memory and never asks again. */
    void leave(long now) {
        left = true;
        serving.end(now);
    }
}
