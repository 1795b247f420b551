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
 *   settle(v)       v was promised in this life of the object, and is above what is stored: these bytes are v;
 *                   else they come too late
 *   remove          condition holds: next version, no bytes; and after a time nothing
 *
 *   next version = max(last version of the key + 1, stamp)
 * </pre>
 *
 * <p>The stamp is the home's clock, incremented when that stands still: a key that was removed does not get the same
 * versions again, by what is remembered of the removal and, when that has expired, by the clock.
 */
public final class HomeRules {
    private HomeRules() {}

    /** Says whether a node's quota has room for more. */
    @FunctionalInterface
    public interface Room {
        /** Neither figure is negative. */
        boolean fits(int objects, int bytes);

        default boolean remembersRemoved() {
            return true;
        }
    }

    public sealed interface Change {
        record None() implements Change {}

        record Keep(ObjectEntry entry) implements Change {}

        record Drop() implements Change {}
    }

    public record Step(Change change, HomeAnswer answer) {}

    private static final Change NONE = new Change.None();

    /**
     * One step.
     *
     * @param found the entry under the key's hash, as it was written
     * @param stamp higher at each step of a node, at least 1000 times its clock: {@link #stamp}
     */
    public static Step step(
            ObjectKey key, @Nullable ObjectEntry found, HomeRequest request, Room room, long nowMillis, long stamp) {
        ObjectEntry entry = found == null ? null : found.at(nowMillis);
        if (entry != null && !entry.key().equals(key)) {
            return new Step(NONE, new HomeAnswer.Collision());
        }
        long last = entry == null ? 0 : entry.current(nowMillis);
        return switch (request) {
            case HomeRequest.Read read -> new Step(NONE, read(entry, read.known(), nowMillis));
            case HomeRequest.Write write -> {
                if (entry != null && entry.write() == write.write()) {
                    yield new Step(NONE, new HomeAnswer.Stored(entry.version()));
                }
                if (!write.condition().holds(last)) {
                    yield new Step(NONE, new HomeAnswer.Conflict(last));
                }
                long ends = write.lifeMillis() == 0 ? 0 : nowMillis + write.lifeMillis();
                long version = next(found, stamp);
                yield store(
                        new ObjectEntry(
                                key,
                                born(entry, version),
                                version,
                                version,
                                0,
                                write.write(),
                                ends,
                                write.tags(),
                                write.bytes()),
                        found,
                        room);
            }
            case HomeRequest.Promise promise -> promise(key, found, entry, promise, room, nowMillis, stamp);
            case HomeRequest.Flush flushPuts -> flushPuts(key, entry, flushPuts, nowMillis);
            case HomeRequest.Remove remove -> {
                if (entry == null) {
                    yield new Step(NONE, new HomeAnswer.Nothing());
                }
                if (!remove.condition().holds(last)) {
                    yield new Step(NONE, new HomeAnswer.Conflict(last));
                }
                Change gone = room.remembersRemoved()
                        ? new Change.Keep(ObjectEntry.removed(key, next(found, stamp), nowMillis))
                        : new Change.Drop();
                yield new Step(gone, new HomeAnswer.Removed());
            }
        };
    }

    private static HomeAnswer read(@Nullable ObjectEntry entry, long known, long nowMillis) {
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

    private static Step store(ObjectEntry next, @Nullable ObjectEntry found, Room room) {
        return fits(next.size(), found, room)
                ? new Step(new Change.Keep(next), new HomeAnswer.Stored(next.version()))
                : new Step(NONE, new HomeAnswer.Full());
    }

    /** Returns true if there is room for so many bytes in the place of the present entry. */
    private static boolean fits(int size, @Nullable ObjectEntry found, Room room) {
        int objects = found == null || found.isRemoved() ? 1 : 0;
        int bytes = Math.max(0, size - (found == null ? 0 : found.size()));
        return (objects == 0 && bytes == 0) || room.fits(objects, bytes);
    }

    private static Step promise(
            ObjectKey key,
            @Nullable ObjectEntry found,
            @Nullable ObjectEntry entry,
            HomeRequest.Promise promise,
            Room room,
            long nowMillis,
            long stamp) {
        if (entry != null && entry.write() == promise.write()) {
            return new Step(NONE, new HomeAnswer.Stored(entry.promised()));
        }
        long last = entry == null ? 0 : entry.current(nowMillis);
        if (!promise.condition().holds(last)) {
            return new Step(NONE, new HomeAnswer.Conflict(last));
        }
        if (!fits(promise.size(), found, room)) {
            return new Step(NONE, new HomeAnswer.Full());
        }
        long version = next(found, stamp);
        long until = nowMillis + promise.keepMillis();
        ObjectEntry alone = new ObjectEntry(key, version, 0, version, until, promise.write(), 0, List.of(), null);
        ObjectEntry kept = entry == null ? alone : entry.promisedAs(alone);
        return new Step(new Change.Keep(kept), new HomeAnswer.Stored(version));
    }

    /** Flushes; the promise has reserved the room. */
    private static Step flushPuts(
            ObjectKey key, @Nullable ObjectEntry entry, HomeRequest.Flush flushPuts, long nowMillis) {
        if (entry != null && entry.version() == flushPuts.version()) {
            return new Step(NONE, new HomeAnswer.Stored(flushPuts.version()));
        }
        if (entry == null || !entry.awaits(flushPuts.version())) {
            return new Step(NONE, new HomeAnswer.Conflict(entry == null ? 0 : entry.current(nowMillis)));
        }
        long ends = flushPuts.lifeMillis() == 0 ? 0 : nowMillis + flushPuts.lifeMillis();
        return new Step(
                new Change.Keep(new ObjectEntry(
                        key,
                        entry.born(),
                        flushPuts.version(),
                        entry.promised(),
                        entry.promiseEnds(),
                        entry.write(),
                        ends,
                        flushPuts.tags(),
                        flushPuts.bytes())),
                new HomeAnswer.Stored(flushPuts.version()));
    }

    private static long born(@Nullable ObjectEntry entry, long version) {
        return entry == null ? version : entry.born();
    }

    private static long next(@Nullable ObjectEntry found, long stamp) {
        long last = found == null ? 0 : Math.max(found.version(), found.promised());
        return Math.max(last + 1, stamp);
    }

    /** The stamp after another one. */
    public static long stamp(long last, long nowMillis) {
        return Math.max(last + 1, nowMillis * 1000);
    }
}
