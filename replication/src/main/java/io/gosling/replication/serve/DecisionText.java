package io.gosling.replication.serve;

import io.gosling.replication.plan.Candidate;
import io.gosling.replication.plan.Decision;
import io.gosling.replication.plan.LoadFigure;
import io.gosling.replication.plan.LoadTable;
import java.util.List;
import java.util.Locale;

/** A decision and what it was made from, for people. */
final class DecisionText {
    private DecisionText() {}

    static String of(Decision decision, LoadFigure own, LoadTable others, List<Candidate> candidates) {
        return switch (decision) {
            case Decision.Replicate more ->
                "replicate " + more.path() + " to " + more.server() + asked(more.path(), candidates)
                        + loads(more.server(), own, others);
            case Decision.Migrate move ->
                "migrate " + move.path() + " to " + move.server() + asked(move.path(), candidates)
                        + loads(move.server(), own, others);
            case Decision.Revoke less ->
                "revoke " + less.path() + " from " + less.server() + asked(less.path(), candidates)
                        + loads(less.server(), own, others);
            case Decision.Swap swap ->
                "swap " + String.join(", ", swap.out()) + " for " + swap.in() + " at " + swap.server()
                        + asked(swap.in(), candidates) + loads(swap.server(), own, others);
        };
    }

    private static String asked(String path, List<Candidate> candidates) {
        double requests = candidates.stream()
                .filter(one -> one.path().equals(path))
                .mapToDouble(Candidate::requests)
                .findFirst()
                .orElse(0);
        return String.format(Locale.ROOT, ": asked for %.1f times", requests);
    }

    private static String loads(String server, LoadFigure own, LoadTable others) {
        double load = others.server(server).map(view -> view.load().value()).orElse(0.0);
        long room = others.server(server).map(view -> view.quota()).orElse(0L);
        return String.format(Locale.ROOT, ", own load %.1f, its load %.1f, its room %d bytes", own.value(), load, room);
    }
}
