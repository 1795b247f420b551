package io.gosling.gos.repository;

import org.jspecify.annotations.Nullable;

/**
 * The state transitions of an object at its home. Pure: the clock, the stamp and the available room are parameters.
 *
 * <pre>
 *   read(known)     the stored bytes; or Same, when known is their version
 *   write           condition holds of the last version: next version, these bytes
 *   remove          condition holds: next version, no bytes; and after a time nothing
 *   write or remove again, or confirm, with the number of the last change:
 *                   its answer, and the entry is stored as it is, since backups may not have it
 *   evict(v)        v is stored: nothing
 *
 *   next version = max(last version of the key + 1, stamp)
 * </pre>
 *
 * <p>The stamp is the home's clock, incremented when that stands still: a key that was removed does not get the same
 * versions again, by what is remembered of the removal and, when that has expired, by the clock.
 */
public final class HomeEntryTransitions {
    private HomeEntryTransitions() {}

    /** Says whether a node's quota has room for more. */
    @FunctionalInterface
    public interface Room {
        /** Neither figure is negative. */
        boolean fits(int objects, int bytes);

        default boolean remembersRemoved() {
            return true;
        }
    }

    /**
     * The result of a request: the entry from now on, and the answer.
     *
     * @param entry the entry from now on, null for none; if nothing {@code changes}, of no meaning
     */
    public record Step(boolean changes, @Nullable HomeObjectEntry entry, HomeAnswer answer) {}

    /**
     * The answer to a read, which changes nothing.
     *
     * @param found the entry under the key's hash, as it was written; its bytes are in the answer
     * @param known as in {@link HomeRequest.Read}
     */
    public static HomeAnswer read(ObjectKey key, @Nullable HomeObjectEntry found, long known, long nowMillis) {
        return step(key, found, new HomeRequest.Read(known), (objects, bytes) -> false, nowMillis, 0)
                .answer();
    }

    /**
     * One step.
     *
     * @param found the entry under the key's hash, as it was written
     * @param stamp higher at each step of a node, at least 1000 times its clock: {@link #stamp}
     */
    public static Step step(
            ObjectKey key,
            @Nullable HomeObjectEntry found,
            HomeRequest request,
            Room room,
            long nowMillis,
            long stamp) {
        HomeObjectEntry entry = found == null ? null : found.at(nowMillis);
        if (entry != null && !entry.key().equals(key)) {
            return unchanged(new HomeAnswer.Collision());
        }
        long number = request.number();
        if (found != null && number != 0 && number == found.write()) {
            return found.isRemoved() ? new Step(true, found, new HomeAnswer.Removed()) : stored(found);
        }
        long last = entry == null ? 0 : entry.version();
        State state = new State(key, found, entry, last, room, nowMillis, stamp);
        return switch (request) {
            case HomeRequest.Read read -> unchanged(state.read(read.known()));
            case HomeRequest.Write write -> state.write(write);
            case HomeRequest.Remove remove -> state.remove(remove);
            case HomeRequest.Confirm confirm -> unchanged(new HomeAnswer.Nothing());
            case HomeRequest.Evict evict -> state.evict(evict.version());
        };
    }

    private static Step unchanged(HomeAnswer answer) {
        return new Step(false, null, answer);
    }

    private static Step stored(HomeObjectEntry entry) {
        return new Step(true, entry, new HomeAnswer.Stored(entry.version()));
    }

    /**
     * The state that a request meets.
     *
     * @param entry what of the one that was found is in force
     * @param last the version that conditions are about
     */
    private record State(
            ObjectKey key,
            @Nullable HomeObjectEntry found,
            @Nullable HomeObjectEntry entry,
            long last,
            Room room,
            long nowMillis,
            long stamp) {
        HomeAnswer read(long known) {
            if (entry == null) {
                return new HomeAnswer.Nothing();
            }
            long life = entry.ends() == 0 ? 0 : entry.ends() - nowMillis;
            if (known == entry.version()) {
                return new HomeAnswer.Same(known, life);
            }
            byte[] bytes = entry.bytes();
            return bytes == null
                    ? new HomeAnswer.Nothing()
                    : new HomeAnswer.Has(entry.version(), life, entry.tags(), bytes);
        }

        Step write(HomeRequest.Write write) {
            if (!write.condition().holds(last)) {
                return unchanged(new HomeAnswer.Conflict(last));
            }
            long ends = write.lifeMillis() == 0 ? 0 : nowMillis + write.lifeMillis();
            HomeObjectEntry next = new HomeObjectEntry(key, next(), write.write(), ends, write.tags(), write.bytes());
            return fits(next.size()) ? stored(next) : unchanged(new HomeAnswer.Full());
        }

        Step remove(HomeRequest.Remove remove) {
            if (entry == null) {
                return unchanged(new HomeAnswer.Nothing());
            }
            if (!remove.condition().holds(last)) {
                return unchanged(new HomeAnswer.Conflict(last));
            }
            HomeObjectEntry gone =
                    room.remembersRemoved() ? HomeObjectEntry.removed(key, next(), remove.write(), nowMillis) : null;
            return new Step(true, gone, new HomeAnswer.Removed());
        }

        Step evict(long version) {
            return found != null && found.version() == version && !found.isRemoved()
                    ? new Step(true, null, new HomeAnswer.Removed())
                    : unchanged(new HomeAnswer.Nothing());
        }

        /** Returns true if there is room for so many bytes in the place of the present entry. */
        private boolean fits(int size) {
            int objects = found == null || found.isRemoved() ? 1 : 0;
            int bytes = Math.max(0, size - (found == null ? 0 : found.size()));
            return (objects == 0 && bytes == 0) || room.fits(objects, bytes);
        }

        private long next() {
            return Math.max(found == null ? 1 : found.version() + 1, stamp);
        }
    }

    /** The stamp after another one. */
    public static long stamp(long last, long nowMillis) {
        return Math.max(last + 1, nowMillis * 1000);
    }
}
