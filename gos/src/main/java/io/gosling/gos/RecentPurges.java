package io.gosling.gos;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latest purges, so that a fill that began before one of them is judged by it when its response is known. A fill that
 * more of them have overtaken than are remembered is taken for meant.
 *
 * <p>Purges are added by any thread, one at a time; reading takes no lock.
 */
final class RecentPurges {
    static final int MOST = 256;

    private volatile Latest latest = new Latest(0, List.of());

    /** @param count of all there ever were */
    private record Latest(long count, List<ReplyPurge> purges) {}

    synchronized void add(ReplyPurge purge) {
        List<ReplyPurge> purges = new ArrayList<>(latest.purges());
        if (purges.size() == MOST) {
            purges.removeFirst();
        }
        purges.add(purge);
        latest = new Latest(latest.count() + 1, List.copyOf(purges));
    }

    /** How many there were so far. */
    long count() {
        return latest.count();
    }

    /** Whether one that came after so many is such. */
    boolean anySince(long count, Predicate<ReplyPurge> such) {
        Latest now = latest;
        long missed = now.count() - count;
        if (missed > now.purges().size()) {
            return true;
        }
        List<ReplyPurge> purges = now.purges();
        return purges.subList(purges.size() - (int) missed, purges.size()).stream()
                .anyMatch(such);
    }
}
