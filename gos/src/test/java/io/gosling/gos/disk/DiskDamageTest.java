package io.gosling.gos.disk;

import static io.gosling.gos.disk.DiskStage.found;
import static io.gosling.gos.disk.DiskStage.has;
import static io.gosling.gos.disk.DiskStage.put;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Torn, cut and damaged files, and processes that end in the midst of anything. */
class DiskDamageTest {
    @TempDir
    private Path folder;

    private DiskStage disk = new DiskStage(Path.of(""));

    @BeforeEach
    void stage() {
        disk = new DiskStage(folder.resolve("disk"));
    }

    /** Any damage costs objects and never gives other bytes than were written. */
    @Test
    void cutAnywhereOrWithAnyByteChangedItGivesWhatWasWrittenOrNothing() throws Exception {
        Map<String, Integer> written = new HashMap<>();
        try (DiskStore store = disk.loaded()) {
            for (int i = 0; i < 4; i++) {
                put(store, "/object" + i, i, 60);
                written.put("/object" + i, i);
            }
        }
        Path segment = disk.segments().getFirst();
        byte[] whole = Files.readAllBytes(segment);
        Random random = new Random(7);
        int lost = 0;
        for (int at = 0; at < whole.length; at++) {
            assertEquals(at / (whole.length / 4), foundIn(written, segment, Arrays.copyOf(whole, at)), "cut at " + at);

            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            int kept = foundIn(written, segment, flipped);
            assertTrue(kept < 4, "flipped at " + at);
            lost += 4 - kept;

            byte[] noise = new byte[64];
            random.nextBytes(noise);
            byte[] torn = whole.clone();
            System.arraycopy(noise, 0, torn, at, Math.min(noise.length, whole.length - at));
            foundIn(written, segment, torn);
        }
        assertTrue(lost < 4 * whole.length, "a damaged body costs its object alone");
        assertEquals(4, foundIn(written, segment, whole));
    }

    /** Number of intact objects found in this segment. */
    private int foundIn(Map<String, Integer> written, Path segment, byte[] bytes) throws IOException {
        disk.clean();
        Files.write(segment, bytes);
        int count = 0;
        try (DiskStore store = disk.loaded()) {
            for (Map.Entry<String, Integer> one : written.entrySet()) {
                long identity = found(store, one.getKey());
                assertTrue(identity < 0 || identity == one.getValue());
                count += identity < 0 ? 0 : 1;
            }
        }
        return count;
    }

    /** The process ends after each byte that it writes: what was told to be purged, and written down, stays so. */
    @Test
    void aProcessThatEndsAnywhereLeavesWhatWasWrittenAndNothingThatWasPurged() throws Exception {
        long all = Long.MAX_VALUE;
        for (long bytes = 0; bytes < all; bytes++) {
            disk.clean();
            disk.room = bytes;
            disk.dying = true;
            Set<String> certain = new HashSet<>();
            boolean ended = !write(certain);
            all = ended ? all : bytes;
            disk.room = Long.MAX_VALUE;
            disk.dying = false;
            try (DiskStore store = disk.loaded()) {
                for (int i = 0; i < 6; i++) {
                    long identity = found(store, "/" + i);
                    assertTrue(identity <= 2 && identity != 0, "identity " + identity);
                }
                for (String purged : certain) {
                    assertFalse(has(store, purged), purged + " after " + bytes + " bytes");
                }
                if (!ended) {
                    assertEquals(2, found(store, "/2"));
                    assertEquals(2, found(store, "/3"));
                    assertEquals(2, store.size() - 1, "one is there that a purge of many means");
                }
                assertTrue(put(store, "/later", 1, 10));
            }
            try (DiskStore store = disk.loaded()) {
                assertTrue(has(store, "/later"), "what is torn is not written behind");
            }
        }
        assertTrue(all < 5000);
    }

    /** Returns true if all of it could be done. */
    private boolean write(Set<String> certain) throws IOException {
        DiskStore store = disk.open();
        try {
            store.load();
            for (int i = 0; i < 4; i++) {
                put(store, "/" + i, 1, 30);
            }
            store.purge(List.of("/0"), List.of(), () -> {});
            store.flush();
            certain.add("/0");
            put(store, "/2", 2, 20);
            store.purge(List.of("/3"), List.of("/1"), () -> {});
            store.flush();
            certain.addAll(List.of("/1", "/3"));
            put(store, "/3", 2, 20);
            certain.remove("/3");
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        } finally {
            try {
                store.close();
            } catch (IOException | UncheckedIOException e) {
                // It has ended.
            }
        }
    }

    /** A segment in the midst is damaged: purges of what stands before it may have been lost with what it had. */
    @Test
    void whatStandsBeforeADamagedSegmentIsOfNoUse() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/large1", 1, 1_000_000);
            put(store, "/large2", 1, 1_000_000);
            store.purge(List.of("/a"), List.of(), () -> {});
            store.flush();
            put(store, "/b", 1, 100);
            put(store, "/large3", 1, 1_000_000);
        }
        List<Path> segments = disk.segments();
        assertTrue(segments.size() >= 3);
        Path damaged = segments.get(segments.size() - 2);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[3] ^= 1;
        Files.write(damaged, bytes);
        assertEquals(0, DiskSegment.existing(damaged, 0).scan((offset, label, front) -> {}));
        assertArrayEquals(bytes, Files.readAllBytes(damaged), "left for a process after one that ends meanwhile");
        for (int life = 0; life < 2; life++) {
            try (DiskStore store = disk.loaded()) {
                assertFalse(has(store, "/a"));
                assertFalse(has(store, "/b"));
                assertTrue(has(store, "/large3"));
            }
        }
    }

    /** At random: what is found was the last to be written under its key, and nothing purged since is. */
    @Test
    void whateverHappensWhatIsFoundIsTheLatestAndWasNotPurged() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            disk.clean();
            new Life(new Random(seed)).live(300);
        }
    }

    private final class Life {
        private final Random random;
        private final Map<String, Long> latest = new HashMap<>();
        private DiskStore store = disk.loaded();
        private long identity;

        Life(Random random) throws IOException {
            this.random = random;
        }

        void live(int steps) throws IOException {
            for (int i = 0; i < steps; i++) {
                step();
                if (i % 10 == 9) {
                    lookAtAll();
                }
            }
            disk.room = Long.MAX_VALUE;
            store.close();
        }

        private void lookAtAll() throws IOException {
            for (Map.Entry<String, Long> one : latest.entrySet()) {
                long found = found(store, one.getKey());
                assertTrue(found < 0 || found == one.getValue(), one + ": " + found);
            }
        }

        private void step() throws IOException {
            String base = "/" + random.nextInt(3) + "/" + random.nextInt(4);
            switch (random.nextInt(12)) {
                case 0 -> restart();
                case 1 -> {
                    store.purge(List.of(base), List.of(), () -> {});
                    forget(base + " ");
                    latest.replace(base, -1L);
                }
                case 2 -> {
                    String prefix = base.substring(0, 3);
                    store.purge(List.of(), List.of(prefix), () -> {});
                    forget(prefix);
                }
                case 3 -> flush();
                case 4 -> disk.room = random.nextInt(4000);
                case 5 -> disk.room = Long.MAX_VALUE;
                default -> write(random.nextBoolean() ? base : base + " v" + random.nextInt(3));
            }
        }

        private void forget(String prefix) {
            latest.replaceAll((key, known) -> key.startsWith(prefix) ? -1L : known);
        }

        private void write(String key) throws IOException {
            long next = ++identity;
            int size = random.nextInt(10) == 0 ? 700_000 : random.nextInt(200);
            try {
                if (put(store, key, next, size)) {
                    latest.put(key, next);
                }
            } catch (IOException e) {
                // Full: the one before it stays.
            }
        }

        private void flush() {
            try {
                store.flush();
            } catch (IOException e) {
                // Full: later.
            }
        }

        private void restart() throws IOException {
            disk.room = Long.MAX_VALUE;
            store.close();
            store = disk.loaded();
        }
    }
}
