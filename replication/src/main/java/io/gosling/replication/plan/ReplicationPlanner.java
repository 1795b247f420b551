package io.gosling.replication.plan;

import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes the decisions of one round of a home, from its present knowledge (DC-Apache, section 3.2). Documents are
 * replicated only if load requires it: the naive and the deletion-aware method act when the home is overloaded, the
 * resource-aware one for each co-op by its load.
 */
public record ReplicationPlanner(PlanSettings settings) {
    private static final Comparator<CoopServerView> BY_LOAD = Comparator.comparingDouble(
                    (CoopServerView server) -> server.load().value())
            .thenComparing(CoopServerView::name);

    /** Decides a round; {@code candidates} are the most requested documents, most first, without entry points. */
    public List<ReplicationDecision> decide(
            ReplicationPlan plan, ServerLoad own, ServerLoadTable others, List<ReplicationCandidate> candidates) {
        List<CoopServerView> coops = others.servers().stream().sorted(BY_LOAD).toList();
        if (coops.isEmpty()) {
            return List.of();
        }
        Round round = new Round(plan, own, coops, candidates);
        if (settings.get(PlanSettings.METHOD) == StorageMethod.RESOURCE_AWARE) {
            coops.forEach(round::shrink);
        }
        if (settings.get(PlanSettings.SPREAD) == CopyPlacement.MIGRATION) {
            round.migrate();
        } else if (settings.get(PlanSettings.METHOD) == StorageMethod.RESOURCE_AWARE) {
            coops.forEach(round::balance);
        } else {
            round.replicateTo(coops.getFirst());
        }
        return round.decisions;
    }

    private final class Round {
        private final ServerLoad own;
        private final List<CoopServerView> coops;
        private final List<ReplicationCandidate> candidates;
        private final Map<String, ReplicationCandidate> known = new HashMap<>();
        private final double mean;
        private final List<ReplicationDecision> decisions = new ArrayList<>();
        private final ReplicationPlan plan;

        Round(ReplicationPlan plan, ServerLoad own, List<CoopServerView> coops, List<ReplicationCandidate> candidates) {
            this.plan = plan.draft();
            this.own = own;
            this.coops = coops;
            this.candidates = candidates;
            candidates.forEach(document -> known.put(document.path(), document));
            double sum =
                    coops.stream().mapToDouble(server -> server.load().value()).sum();
            this.mean = (sum + own.value()) / (coops.size() + 1);
        }

        private void decide(ReplicationDecision decision) {
            decisions.add(decision);
            plan.apply(decision);
        }

        private boolean isOverloaded() {
            return own.value() > settings.get(PlanSettings.IDLE)
                    && own.value() > settings.get(PlanSettings.OVERLOADED) * mean;
        }

        private boolean isLight(CoopServerView server) {
            return server.load().value() < settings.get(PlanSettings.LIGHT) * mean;
        }

        private boolean isHeavy(CoopServerView server) {
            return server.load().value() > settings.get(PlanSettings.IDLE)
                    && server.load().value() > settings.get(PlanSettings.HEAVY) * mean;
        }

        /** Sections 3.2.1 and 3.2.2: to the least loaded server regardless of room. */
        void replicateTo(CoopServerView server) {
            if (isOverloaded()) {
                candidates.stream()
                        .filter(document -> !plan.holders(document.path()).contains(server.name()))
                        .limit(settings.get(PlanSettings.PER_ROUND))
                        .forEach(document -> decide(
                                new ReplicationDecision.Replicate(document.path(), document.bytes(), server.name())));
            }
        }

        void shrink(CoopServerView server) {
            if (plan.bytesAt(server.name()) <= server.quota()) {
                return;
            }
            for (ReplicationCandidate least : leastRequestedFirst(server)) {
                if (plan.bytesAt(server.name()) > server.quota()) {
                    decide(new ReplicationDecision.Revoke(least.path(), server.name()));
                }
            }
        }

        /** Section 3.2.3: revoke from the heavily loaded, replicate to the lightly loaded or swap there. */
        void balance(CoopServerView server) {
            if (isHeavy(server)) {
                revokeFrom(server);
            } else if (isLight(server) && own.value() > settings.get(PlanSettings.IDLE)) {
                int given = fill(server);
                if (given == 0) {
                    swapAt(server);
                }
            }
        }

        /** Revokes the most requested documents, up to the excess over the mean, so that others do not overload. */
        private void revokeFrom(CoopServerView server) {
            List<ReplicationCandidate> here = candidatesAt(server);
            double excess = 1 - mean / server.load().value();
            double due = excess * here.stream().mapToDouble(this::atEachHolder).sum();
            for (ReplicationCandidate most :
                    here.subList(0, Math.min(here.size(), settings.get(PlanSettings.PER_ROUND)))) {
                if (due <= 0) {
                    break;
                }
                due -= atEachHolder(most);
                decide(new ReplicationDecision.Revoke(most.path(), server.name()));
            }
        }

        private List<ReplicationCandidate> candidatesAt(CoopServerView server) {
            Set<String> held = Set.copyOf(plan.heldBy(server.name()));
            return candidates.stream()
                    .filter(document -> held.contains(document.path()))
                    .toList();
        }

        /** Requests for a document per holder, the home included. */
        private double atEachHolder(ReplicationCandidate document) {
            return document.requests() / (plan.holders(document.path()).size() + 1);
        }

        private int fill(CoopServerView server) {
            int given = 0;
            for (ReplicationCandidate document : candidates) {
                boolean fits = plan.bytesAt(server.name()) + document.bytes() <= server.quota();
                if (given < settings.get(PlanSettings.PER_ROUND)
                        && fits
                        && !plan.holders(document.path()).contains(server.name())) {
                    decide(new ReplicationDecision.Replicate(document.path(), document.bytes(), server.name()));
                    given++;
                }
            }
            return given;
        }

        private void swapAt(CoopServerView server) {
            List<ReplicationCandidate> held = leastRequestedFirst(server);
            int swapped = 0;
            for (ReplicationCandidate document : candidates) {
                // Each displaces at least the least requested, and later candidates are requested no more than this
                // one.
                if (swapped == settings.get(PlanSettings.PER_ROUND)
                        || held.isEmpty()
                        || !isWorth(document, held.getFirst().requests())) {
                    break;
                }
                if (document.bytes() <= server.quota()
                        && !plan.holders(document.path()).contains(server.name())) {
                    List<String> out = lessWanted(document, server, held);
                    if (!out.isEmpty()) {
                        decide(new ReplicationDecision.Swap(out, document.path(), document.bytes(), server.name()));
                        held = leastRequestedFirst(server);
                        swapped++;
                    }
                }
            }
        }

        private boolean isWorth(ReplicationCandidate document, double requests) {
            return document.requests() > PlanSettings.SWAP_MARGIN * requests;
        }

        /** The least requested documents to displace for a document; empty if they are requested too often. */
        private List<String> lessWanted(
                ReplicationCandidate document, CoopServerView server, List<ReplicationCandidate> held) {
            List<String> out = new ArrayList<>();
            long room = server.quota() - plan.bytesAt(server.name());
            double requests = 0;
            for (ReplicationCandidate least : held) {
                if (room >= document.bytes() || !isWorth(document, requests)) {
                    break;
                }
                out.add(least.path());
                room += plan.bytes(least.path());
                requests += least.requests();
            }
            return room >= document.bytes() && isWorth(document, requests) ? out : List.of();
        }

        /** The documents of a server; others count as unrequested. */
        private List<ReplicationCandidate> leastRequestedFirst(CoopServerView server) {
            return plan.heldBy(server.name()).stream()
                    .map(path -> known.getOrDefault(path, new ReplicationCandidate(path, plan.bytes(path), 0)))
                    .sorted(Comparator.comparingDouble(ReplicationCandidate::requests)
                            .thenComparing(ReplicationCandidate::path))
                    .toList();
        }

        /** Moves the home's documents to the least loaded server, and those of heavily loaded servers on or home. */
        void migrate() {
            if (isOverloaded()) {
                giveAway();
            }
            coops.stream().filter(this::isHeavy).forEach(this::relieve);
        }

        private void giveAway() {
            int given = 0;
            for (ReplicationCandidate document : candidates) {
                if (given == settings.get(PlanSettings.PER_ROUND)) {
                    break;
                }
                // One after the other: each takes of the room that the next one finds.
                if (plan.holders(document.path()).isEmpty() && move(document, this::mayTake)) {
                    given++;
                }
            }
        }

        /** A method without knowledge of room lets the least loaded server take everything. */
        private boolean mayTake(CoopServerView server) {
            return settings.get(PlanSettings.METHOD) != StorageMethod.RESOURCE_AWARE || isLight(server);
        }

        /** Returns the document home that leaves it less loaded than this server, if no other server can take any. */
        private void relieve(CoopServerView heavy) {
            List<ReplicationCandidate> here = candidatesAt(heavy);
            for (ReplicationCandidate document : here) {
                if (move(document, server -> !isHeavy(server))) {
                    return;
                }
            }
            // Otherwise it would be given away again before long.
            double all =
                    here.stream().mapToDouble(ReplicationCandidate::requests).sum();
            double load = heavy.load().value();
            here.stream()
                    .filter(document -> own.value() + load * document.requests() / all < load)
                    .findFirst()
                    .ifPresent(document -> decide(new ReplicationDecision.Revoke(document.path(), heavy.name())));
        }

        /** To the least loaded of these that has room; false where none has. */
        private boolean move(ReplicationCandidate document, Predicate<CoopServerView> those) {
            Optional<CoopServerView> to = coops.stream()
                    .filter(those)
                    .filter(server -> fits(document, server))
                    .findFirst();
            to.ifPresent(server ->
                    decide(new ReplicationDecision.Migrate(document.path(), document.bytes(), server.name())));
            return to.isPresent();
        }

        private boolean fits(ReplicationCandidate document, CoopServerView server) {
            return settings.get(PlanSettings.METHOD) != StorageMethod.RESOURCE_AWARE
                    || plan.bytesAt(server.name()) + document.bytes() <= server.quota();
        }
    }
}
