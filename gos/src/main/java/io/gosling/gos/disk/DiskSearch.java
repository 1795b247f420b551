package io.gosling.gos.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds records by their index entries, and reads them. Safe for use by many threads. */
record DiskSearch(Catalogue catalogue, DiskReaders readers) {
    @Nullable
    DiskReading find(String base, String key) throws IOException {
        DiskReading found = read(catalogue.index.find(KeyHash.of(base), KeyHash.of(key)), base);
        if (found != null && !found.key().equals(key)) {
            found.close();
            return null;
        }
        return found;
    }

    @Nullable
    DiskReading findAny(String base) throws IOException {
        return read(catalogue.index.any(KeyHash.of(base)), base);
    }

    private @Nullable DiskReading read(DiskIndex.@Nullable Entry entry, String base) throws IOException {
        if (entry == null || !catalogue.isLoaded()) {
            return null;
        }
        // A record that is damaged now may be readable after a restart: it has to be gone then too.
        Runnable damaged = () -> catalogue.purge(List.of(KeyHash.of(base)), List.of(), () -> {});
        try {
            return read(entry, damaged);
        } catch (NoSuchFileException | DamagedException e) {
            // The oldest segment file was just deleted, or there are other bytes than were written.
            return null;
        } catch (EOFException e) {
            damaged.run();
            return null;
        }
    }

    private @Nullable DiskReading read(DiskIndex.Entry entry, Runnable damaged) throws IOException {
        int reserved = readers.reserve(Math.min(entry.length, DiskReading.AHEAD));
        try {
            return readers.<@Nullable DiskReading>call(() -> read(entry, damaged, reserved), DiskSearch::drop);
        } catch (SlowDiskException e) {
            if (!e.isHanging()) {
                readers.giveBack(reserved);
            }
            throw e;
        }
    }

    private @Nullable DiskReading read(DiskIndex.Entry entry, Runnable damaged, int reserved) throws IOException {
        DiskReading read = null;
        try {
            read = entry.segment.read(entry, readers, damaged);
            return read;
        } finally {
            if (read == null) {
                readers.giveBack(reserved);
            }
        }
    }

    private static void drop(@Nullable DiskReading late) {
        try {
            if (late != null) {
                late.close();
            }
        } catch (IOException e) {
            // It was only read.
        }
    }

    Stream<String> hottest(Predicate<DiskReading> wanted) {
        record Hot(DiskIndex.Entry entry, float count) {}
        return catalogue.index.all().stream()
                .map(entry -> new Hot(entry, entry.count()))
                .sorted(Comparator.comparingDouble(Hot::count).reversed())
                .flatMap(hot -> Stream.ofNullable(key(hot.entry, wanted)));
    }

    private @Nullable String key(DiskIndex.Entry entry, Predicate<DiskReading> wanted) {
        try (DiskReading read = read(entry, () -> {})) {
            return read == null || !wanted.test(read) ? null : read.key();
        } catch (IOException e) {
            return null;
        }
    }
}
