package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRecord;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One purge under way, as its coordinator sees it: the nodes that have applied it, the quorum members' answers, and the
 * decision. Decides and does nothing else. Belongs to the owner of {@link PurgeParticipant}.
 *
 * <p>It is complete when a quorum of members, the coordinator among them and all of its epoch, have it on their disks,
 * and for each of these no node can serve by a lease that the member gave before: {@link QuorumRules#counts}. A node
 * that gets a lease later gets the purge first, since any quorum that gives one has a member in common with this one.
 */
record PurgeRound(
        PurgeRecord record,
        long epoch,
        String coordinator,
        SortedSet<String> known,
        long numbered,
        Map<String, Ballot> ballots,
        SortedSet<NodeIncarnation> done) {
    enum Decision {
        NOT_YET,
        COMPLETE,
        GIVEN_UP
    }

    record Ballot(long received, Optional<SortedSet<NodeIncarnation>> lessees) {}

    /**
     * Begins a round.
     *
     * @param epoch the coordinator's epoch at the numbering
     * @param known nodes that get it besides those which quorum members name
     */
    PurgeRound(PurgeRecord record, long epoch, String coordinator, Collection<String> known, long numbered) {
        this(record, epoch, coordinator, new TreeSet<>(known), numbered, new LinkedHashMap<>(), new TreeSet<>());
    }

    void acknowledged(NodeIncarnation node, long stream, long number) {
        if (stream == record.stream() && number >= record.number()) {
            done.add(node);
        }
    }

    /** Records a quorum member's vote, which counts in the same epoch only. */
    void voted(NodeIncarnation voter, PurgeMessage.Vote vote, long now) {
        acknowledged(voter, vote.stream(), vote.number());
        if (vote.epoch() == epoch && vote.stream() == record.stream() && vote.number() >= record.number()) {
            ballots.putIfAbsent(voter.node(), new Ballot(now, vote.lessees()));
            vote.lessees().ifPresent(named -> named.forEach(lessee -> known.add(lessee.node())));
        }
    }

    /** @param epochNow the coordinator's present epoch; a change voids all answers */
    Decision decide(Quorum voters, QuorumRules rules, long epochNow, long now) {
        if (epochNow != epoch || !rules.isInTime(numbered, now)) {
            return Decision.GIVEN_UP;
        }
        Ballot own = ballots.get(coordinator);
        if (own == null || !rules.counts(own, done::contains, now)) {
            return Decision.NOT_YET;
        }
        long counted = ballots.values().stream()
                .filter(ballot -> rules.counts(ballot, done::contains, now))
                .count();
        return counted >= voters.quorum() ? Decision.COMPLETE : Decision.NOT_YET;
    }

    /** The nodes to which it is to be sent again. */
    Set<String> toTell(Quorum voters) {
        SortedSet<String> silent = silent();
        ballots.values().stream()
                .flatMap(ballot -> ballot.lessees().stream())
                .flatMap(Set::stream)
                .filter(lessee -> !done.contains(lessee))
                .forEach(lessee -> silent.add(lessee.node()));
        voters.names().stream().filter(voter -> !ballots.containsKey(voter)).forEach(silent::add);
        return silent;
    }

    PurgeOutcome outcome(boolean complete, String detail) {
        SortedSet<String> acknowledged = new TreeSet<>();
        done.forEach(node -> acknowledged.add(node.node()));
        return new PurgeOutcome(complete, acknowledged, silent(), detail);
    }

    private SortedSet<String> silent() {
        SortedSet<String> silent = new TreeSet<>(known);
        done.forEach(node -> silent.remove(node.node()));
        return silent;
    }

    String missing(Quorum voters) {
        List<String> unheard = voters.names().stream()
                .filter(voter -> !ballots.containsKey(voter))
                .toList();
        return ballots.size() < voters.quorum()
                ? ballots.size() + " of " + voters.names().size() + " voters have answered, " + voters.quorum()
                        + " are needed; start or thaw " + String.join(" or ", unheard) + ", and repeat it"
                : "the leases of nodes that are silent have not run out within the deadline; repeat it";
    }
}
