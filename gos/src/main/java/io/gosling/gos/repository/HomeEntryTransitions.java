package io.gosling.gos.repository;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state transitions of an object at its home. Pure: the clock, the stamp and the available room are parameters.
 *
 * <pre>
 *   read(known)     the stored bytes; or Same, when known is their version or one that is still to be flushed
 *   write           condition holds of the last version: next version, these bytes
 *   promise         condition holds of the last version: next version, the old bytes stay
 *   flush(v)        v was promised in this life of the object, and is above what is stored: these bytes are v;
 *                   else they come too late
 *   remove          condition holds: next version, no bytes; and after a time nothing
 *   evict(v)        v is stored, and nothing is promised: nothing
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
        long last = entry == null ? 0 : entry.current(nowMillis);
        State state = new State(key, found, entry, last, room, nowMillis, stamp);
        return switch (request) {
            case HomeRequest.Read read -> unchanged(state.read(read.known()));
            case HomeRequest.Write write -> state.write(write);
            case HomeRequest.Promise promise -> state.promise(promise);
            case HomeRequest.Flush flush -> state.flush(flush);
            case HomeRequest.Remove remove -> state.remove(remove.condition());
            case HomeRequest.Evict evict -> state.evict(evict.version());
        };
    }

    private static Step unchanged(HomeAnswer answer) {
        return new Step(false, null, answer);
    }

    private static Step stored(HomeObjectEntry entry, long version) {
        return new Step(true, entry, new HomeAnswer.Stored(version));
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
            if (known != 0 && (known == entry.version() || entry.awaits(known))) {
                return new HomeAnswer.Same(known, known == entry.version() ? life : 0);
            }
            byte[] bytes = entry.bytes();
            return bytes == null
                    ? new HomeAnswer.Nothing()
                    : new HomeAnswer.Has(entry.version(), life, entry.tags(), bytes);
        }

        Step write(HomeRequest.Write write) {
            if (entry != null && entry.write() == write.write()) {
                return unchanged(new HomeAnswer.Stored(entry.version()));
            }
            if (!write.condition().holds(last)) {
                return unchanged(new HomeAnswer.Conflict(last));
            }
            long version = next();
            long born = entry == null ? version : entry.born();
            long ends = ends(write.lifeMillis());
            HomeObjectEntry next = new HomeObjectEntry(
                    key, born, version, version, 0, write.write(), ends, write.tags(), write.bytes());
            return fits(next.size()) ? stored(next, version) : unchanged(new HomeAnswer.Full());
        }

        Step promise(HomeRequest.Promise promise) {
            if (entry != null && entry.write() == promise.write()) {
                return unchanged(new HomeAnswer.Stored(entry.promised()));
            }
            if (!promise.condition().holds(last)) {
                return unchanged(new HomeAnswer.Conflict(last));
            }
            if (!fits(promise.size())) {
                return unchanged(new HomeAnswer.Full());
            }
            long version = next();
            long until = nowMillis + promise.keepMillis();
            HomeObjectEntry alone =
                    new HomeObjectEntry(key, version, 0, version, until, promise.write(), 0, List.of(), null);
            return stored(entry == null ? alone : entry.promisedAs(alone), version);
        }

        /** Flushes; the promise has reserved the room. */
        Step flush(HomeRequest.Flush flush) {
            if (entry != null && entry.version() == flush.version()) {
                return unchanged(new HomeAnswer.Stored(flush.version()));
            }
            return entry == null || !entry.awaits(flush.version())
                    ? unchanged(new HomeAnswer.Conflict(last))
                    : stored(entry.flushed(flush, ends(flush.lifeMillis())), flush.version());
        }

        Step remove(ChangeCondition condition) {
            if (entry == null) {
                return unchanged(new HomeAnswer.Nothing());
            }
            if (!condition.holds(last)) {
                return unchanged(new HomeAnswer.Conflict(last));
            }
            HomeObjectEntry gone = room.remembersRemoved() ? HomeObjectEntry.removed(key, next(), nowMillis) : null;
            return new Step(true, gone, new HomeAnswer.Removed());
        }

        Step evict(long version) {
            return found != null && found.version() == version && found.mayGo()
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
            return Math.max(found == null ? 1 : Math.max(found.version(), found.promised()) + 1, stamp);
        }

        private long ends(long lifeMillis) {
            return lifeMillis == 0 ? 0 : nowMillis + lifeMillis;
        }
    }

    /** The stamp after another one. */
    public static long stamp(long last, long nowMillis) {
        return Math.max(last + 1, nowMillis * 1000);
    }
}
