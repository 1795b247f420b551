package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskCatalogueTest {
    @TempDir
    private Path folder;

    private final DiskCatalogue catalogue = new DiskCatalogue();

    private void meet(DiskSegment segment, long base, long key) {
        catalogue.met(base, key, 1, segment, 0);
    }

    @Test
    void whatIsPurgedBetweenTwoRecordsOfTheScanIsGoneInBoth() throws IOException {
        DiskSegment segment = DiskSegment.create(folder, 1, 0, AppendOnlyFile::new);
        meet(segment, 7, 70);
        catalogue.purge(List.of(7L, 8L), List.of("wide"), () -> {});
        meet(segment, 7, 70);
        meet(segment, 7, 71);
        meet(segment, 8, 80);
        meet(segment, 9, 90);
        catalogue.loaded();
        assertEquals(1, catalogue.index.size());
        DiskIndex.Entry there = catalogue.index.find(9, any -> true);
        assertTrue(
                there != null && catalogue.isPurged(there.number(), "wide"::equals), "met later, and written before");
        assertEquals(
                List.of(PurgeTombstone.of(7), PurgeTombstone.of(8), PurgeTombstone.of("wide")), catalogue.takeNotes());
        segment.seal();
    }

    /** Purged objects are not found below after their removal from memory. */
    @Test
    void whatIsPurgedIsNotFoundWhenMemoryLearnsOfIt() throws IOException {
        DiskSegment segment = DiskSegment.create(folder, 1, 0, AppendOnlyFile::new);
        meet(segment, 7, 70);
        meet(segment, 8, 80);
        catalogue.loaded();
        boolean[] told = {false};
        catalogue.purge(List.of(7L), List.of("wide"), () -> {
            assertEquals(1, catalogue.index.size());
            assertTrue(isPurged(7) && isPurged(8));
            assertTrue(Thread.holdsLock(catalogue), "nothing is written in between");
            told[0] = true;
        });
        assertTrue(told[0]);
        segment.seal();
    }

    @Test
    void aNoteMeansWhatStandsBeforeIt() throws IOException {
        DiskSegment segment = DiskSegment.create(folder, 1, 0, AppendOnlyFile::new);
        meet(segment, 7, 70);
        meet(segment, 8, 80);
        catalogue.met(PurgeTombstone.of(7));
        catalogue.met(PurgeTombstone.of("wide"));
        meet(segment, 7, 71);
        catalogue.loaded();
        assertEquals(2, catalogue.index.size());
        assertTrue(isPurged(8));
        assertFalse(isPurged(7));
        assertEquals(List.of(), catalogue.takeNotes(), "they stand there already");
        segment.seal();
    }

    private boolean isPurged(long base) {
        DiskIndex.Entry entry = catalogue.index.find(base, any -> true);
        return entry == null || catalogue.isPurged(entry.number(), "wide"::equals);
    }
}
