package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.BackendHealth;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The periodic sweep over all back-ends, several times a second: ends ejections, begins and ends panic, advances slow
 * starts, finds the back-ends that are due for a check, and reports each change once. Not thread-safe; guarded by
 * {@link AdmissionController}.
 */
final class HealthSweep {
    record Line(Level level, String text) {}

    private final BackendAssigner assignment;
    private final FrontEndSettings settings;
    private List<Line> lines = new ArrayList<>(0);

    HealthSweep(BackendAssigner assignment, FrontEndSettings settings) {
        this.assignment = assignment;
        this.settings = settings;
    }

    /** Returns what is to be logged. */
    List<Line> look(long nanos) {
        for (BackendState member : assignment.members()) {
            if (member.outlierDetection.over(nanos, assignment.panic())) {
                assignment.bringInOrTakeOut(member);
            }
        }
        panic();
        assignment.warm(nanos);
        assignment.members().forEach(this::tell);
        assignment.pools().forEach(this::tell);
        List<Line> all = lines;
        lines = new ArrayList<>(0);
        return all;
    }

    private void say(Level level, String text) {
        lines.add(new Line(level, text));
    }

    private void panic() {
        int offered = 0;
        int well = 0;
        for (BackendState member : assignment.members()) {
            if (member.isOffered()) {
                offered++;
                well += member.health() == BackendHealth.HEALTHY ? 1 : 0;
            }
        }
        boolean panic = settings.health().panics(well, offered);
        if (panic != assignment.panic()) {
            assignment.panic(panic);
            String found = "panic: " + well + " of " + offered + " back-ends are well";
            if (panic) {
                int least = settings.get(HealthSettings.PANIC);
                say(Level.WARNING, found + ", fewer than " + least + " %; checks are not believed");
            } else {
                say(Level.INFO, "no " + found);
            }
        }
    }

    private void tell(BackendPool pool) {
        boolean empty = pool.isEmpty() && !assignment.isEmpty();
        if (pool.label == null || empty == pool.toldEmpty) {
            return;
        }
        pool.toldEmpty = empty;
        String those = "of pool " + pool.label + " takes requests";
        if (empty) {
            String then = settings.get(FrontEndSettings.EMPTY_POOL_GOES_ELSEWHERE)
                    ? "any back-end serves them"
                    : "they wait in the queue, or are answered 503";
            say(Level.WARNING, "no back-end " + those + ": " + then + "; is there a node with this label?");
        } else {
            say(Level.INFO, "a back-end " + those + " again");
        }
    }

    private void tell(BackendState member) {
        BackendHealth now = member.health();
        if (now == member.told || (now == BackendHealth.HALF_OPEN && member.told == BackendHealth.EJECTED)) {
            return;
        }
        String name = "back-end " + member.backend.name() + " at " + member.backend.hostAndPort();
        member.told = now;
        switch (now) {
            case HEALTHY -> say(Level.INFO, name + " is healthy again");
            case EJECTED, HALF_OPEN -> {
                long millis = member.outlierDetection.sentenceMillis();
                say(
                        Level.WARNING,
                        name + " fails requests: it is ejected for " + millis
                                + " ms, and longer while it goes on failing");
            }
            case CHECK_FAILED ->
                say(Level.WARNING, name + " fails its checks: it takes no requests until it passes them");
        }
    }

    /** Returns the back-ends to check now, each to be ended; {@code chance} gives numbers from 0 to 1, evenly. */
    List<BackendState> due(long nanos, DoubleSupplier chance) {
        if (settings.get(HealthCheckSettings.BY) == HealthCheckSettings.Means.OFF) {
            return List.of();
        }
        List<BackendState> due = new ArrayList<>(0);
        for (BackendState member : assignment.members()) {
            if (member.checks.begins(member.outlierDetection, nanos, chance.getAsDouble())) {
                due.add(member);
            }
        }
        return due;
    }
}
