package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.ObjectKey;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * One object, its home and another node, in an order that a seed makes: it is read and changed at its home, moves to
 * the other node, is changed there and moves back, each step by step; in between, and within each read, others come.
 * No read of the table gives less than what was acknowledged before it began. Each rule is necessary: a model without
 * it gives an old object.
 */
class HomeReadModelTest {
    private static final int WORLDS = 300;
    private static final int STEPS = 300;

    /** A rule that a model lacks. */
    private enum Fault {
        CHANGES_ARE_STORED_FIRST,
        THE_MARK_IS_IGNORED,
        THE_VERSION_IS_IGNORED,
        THE_VERSION_IS_READ_FIRST,
        THE_TEST_COMES_FIRST
    }

    @Test
    void noReadIsOlderThanAnAcknowledgedChange() {
        int answered = 0;
        for (int seed = 0; seed < WORLDS; seed++) {
            World world = new World(seed, EnumSet.noneOf(Fault.class));
            world.run();
            assertEquals(0, world.stale, "seed " + seed);
            answered += world.answered;
        }
        assertTrue(answered > WORLDS, "answered: " + answered);
    }

    @Test
    void withoutOneOfTheRulesThereIsOne() {
        for (Fault fault : Fault.values()) {
            int stale = 0;
            for (int seed = 0; seed < WORLDS; seed++) {
                World world = new World(seed, EnumSet.of(fault));
                world.run();
                stale += world.stale;
            }
            assertTrue(stale > 0, fault.toString());
        }
    }

    private static final class World {
        private static final ObjectKey KEY = ObjectKey.of("key");
        private static final byte[] NO_BYTES = {};

        private final Random random;
        private final Set<Fault> faults;
        private final HomeReadTable table = new HomeReadTable();

        /** The rest of what the partition's thread, or a move, is at. */
        private final Deque<Runnable> under = new ArrayDeque<>();

        private long stored = 1;
        private long acknowledged = 1;
        private boolean elsewhere;
        private boolean moving;

        /** As this node has it. */
        private boolean marked;

        private int version = 1;
        private int depth;
        int answered;
        int stale;

        World(long seed, Set<Fault> faults) {
            this.random = new Random(seed);
            this.faults = faults;
        }

        void run() {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
        }

        private void step() {
            switch (random.nextInt(6)) {
                case 0, 1 -> next();
                case 2 -> readByThePartition();
                case 3 -> change();
                case 4 -> move();
                default -> readFromTheTable();
            }
        }

        private void next() {
            if (!under.isEmpty()) {
                under.removeFirst().run();
            }
        }

        /** The partition's thread does one thing after another, and nothing while the partition is marked. */
        private boolean isFree() {
            return under.isEmpty() && !elsewhere && !marked;
        }

        private void readByThePartition() {
            if (isFree()) {
                int now = version;
                HomeObjectEntry head = new HomeObjectEntry(KEY, stored, 0, 0, List.of(), NO_BYTES);
                boolean tested = faults.contains(Fault.THE_TEST_COMES_FIRST);
                table.put(head, ByteBuffer.wrap(NO_BYTES), () -> tested || owns(now));
            }
        }

        private void change() {
            if (elsewhere) {
                stored++;
                acknowledged = stored;
            } else if (isFree()) {
                Runnable store = () -> stored++;
                boolean late = faults.contains(Fault.CHANGES_ARE_STORED_FIRST);
                Runnable empty = () -> table.changing(KEY.hash(), false);
                (late ? store : empty).run();
                under.add(late ? () -> acknowledged = stored : store);
                under.add(late ? empty : () -> acknowledged = stored);
            }
        }

        /** To the other node, or back. The other node decides as soon as it has the object. */
        private void move() {
            if (!under.isEmpty() || moving) {
                return;
            }
            moving = true;
            boolean leaves = !elsewhere;
            marked = true;
            if (leaves) {
                under.add(() -> elsewhere = true);
            }
            under.add(() -> version++);
            under.add(() -> {
                elsewhere = leaves;
                marked = false;
                moving = false;
            });
        }

        private boolean owns(int then) {
            boolean before = faults.contains(Fault.THE_VERSION_IS_READ_FIRST);
            others();
            boolean first = before ? isVersion(then) : !isMarked();
            others();
            boolean second = before ? !isMarked() : isVersion(then);
            return first && second;
        }

        private boolean isMarked() {
            return marked && !faults.contains(Fault.THE_MARK_IS_IGNORED);
        }

        private boolean isVersion(int then) {
            return version == then || faults.contains(Fault.THE_VERSION_IS_IGNORED);
        }

        /** The events between two steps of a read. */
        private void others() {
            depth++;
            for (int i = random.nextInt(8); depth < 3 && i > 0; i--) {
                step();
            }
            depth--;
        }

        private void readFromTheTable() {
            long least = acknowledged;
            if (faults.contains(Fault.THE_TEST_COMES_FIRST)) {
                if (marked || elsewhere) {
                    return;
                }
                others();
            }
            HomeReply reply = table.read(KEY, 0, 1);
            if (reply != null && reply.answer() instanceof HomeAnswer.Has has) {
                answered++;
                stale += has.version() < least ? 1 : 0;
            }
        }
    }
}
