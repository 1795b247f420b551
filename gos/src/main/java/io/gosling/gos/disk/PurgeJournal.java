package io.gosling.gos.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was purged, in a file beside the segments, numbered as it came: a record is gone if a purge with a higher number than
 * its own means it. An object's purge is kept as its base's hash; one of many objects as a text, which stays in memory too.
 *
 * <p>Any thread may write. Its monitor is held while some hundred bytes are written, since a purge has to be there before it
 * is confirmed; whoever holds it takes no other lock.
 */
final class PurgeJournal implements AutoCloseable {
    /** The file at most; then what means nothing any more is left out. */
    static final int MOST_BYTES = 1 << 20;

    /** Purges of many objects that are remembered. */
    static final int MOST_WIDE = 4096;

    private static final byte BASE = 1;
    private static final byte WIDE = 2;
    private static final byte BEGIN = 3;
    private static final int FRAME = 17;

    /** A purge of many objects. */
    record Wide(long number, String text) {}

    private record Found(long latest, Map<Long, Long> bases, List<Wide> wides) {}

    private final Path path;
    private final DiskFile.Opener opener;
    private volatile long latest;
    private volatile List<Wide> wides = List.of();

    @GuardedBy("this")
    private @Nullable DiskFile file;

    @GuardedBy("this")
    private long length;

    private PurgeJournal(Path path, DiskFile.Opener opener) {
        this.path = path;
        this.opener = opener;
    }

    /** One that is there, or null when there is none or it is damaged: then nothing is known of any record. */
    static @Nullable PurgeJournal existing(Path path, DiskFile.Opener opener) throws IOException {
        if (!Files.exists(path) || Files.size(path) > 2L * MOST_BYTES) {
            return null;
        }
        byte[] bytes = Files.readAllBytes(path);
        Found found = read(bytes);
        if (found == null) {
            return null;
        }
        PurgeJournal journal = new PurgeJournal(path, opener);
        journal.take(found, bytes.length);
        return journal;
    }

    /** An empty one, in the place of any that is there. */
    static PurgeJournal begin(Path path, DiskFile.Opener opener) throws IOException {
        PurgeJournal journal = new PurgeJournal(path, opener);
        synchronized (journal) {
            journal.rewrite(new Found(0, Map.of(), List.of()));
        }
        return journal;
    }

    private synchronized void take(Found found, long bytes) throws IOException {
        latest = found.latest;
        wides = List.copyOf(found.wides);
        length = bytes;
        file = opener.open(path);
    }

    /** The last number. To be taken before an object is looked at that is to be written. */
    long latest() {
        return latest;
    }

    /** The purges of many objects, oldest first. */
    List<Wide> wides() {
        return wides;
    }

    /** The last purge of each base. Reads the file. */
    synchronized Map<Long, Long> bases() throws IOException {
        Found found = read(Files.readAllBytes(path));
        if (found == null) {
            throw new IOException(path + " is damaged");
        }
        return found.bases;
    }

    /**
     * Writes purges of these bases, and of what these texts mean.
     *
     * @param still the lowest purge number of any record: what is below means nothing any more
     * @return the last number
     * @throws IOException when they could not be written, or there is no room for them; then nothing may be relied on
     */
    synchronized long add(List<Long> bases, List<String> texts, long still) throws IOException {
        long number = latest + 1;
        List<byte[]> frames = new ArrayList<>();
        bases.forEach(base -> frames.add(frame(BASE, number, number(base))));
        texts.forEach(text -> frames.add(frame(WIDE, number, text.getBytes(StandardCharsets.UTF_8))));
        byte[] all = join(frames);
        if (length + all.length > MOST_BYTES || wides.size() + texts.size() > MOST_WIDE) {
            shorten(still);
            if (length + all.length > MOST_BYTES / 2 || wides.size() + texts.size() > MOST_WIDE) {
                throw new IOException("so much was purged that the list of it is full");
            }
        }
        DiskFile open = file;
        if (open == null) {
            throw new IOException("the list of what was purged is closed");
        }
        List<Wide> more = new ArrayList<>(wides);
        texts.forEach(text -> more.add(new Wide(number, text)));
        open.append(all, 0, all.length);
        length += all.length;
        wides = List.copyOf(more);
        latest = number;
        return number;
    }

    @GuardedBy("this")
    private void shorten(long still) throws IOException {
        Found found = read(Files.readAllBytes(path));
        if (found == null) {
            throw new IOException(path + " is damaged");
        }
        Map<Long, Long> bases = new HashMap<>(found.bases);
        bases.values().removeIf(number -> number <= still);
        List<Wide> left =
                found.wides.stream().filter(wide -> wide.number > still).toList();
        rewrite(new Found(latest, bases, left));
    }

    @GuardedBy("this")
    private void rewrite(Found found) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        List<byte[]> frames = new ArrayList<>();
        frames.add(frame(BEGIN, found.latest, new byte[0]));
        new TreeMap<>(found.bases).forEach((base, number) -> frames.add(frame(BASE, number, number(base))));
        found.wides.forEach(wide -> frames.add(frame(WIDE, wide.number, wide.text.getBytes(StandardCharsets.UTF_8))));
        byte[] all = join(frames);
        try (DiskFile writing = opener.open(fresh)) {
            writing.append(all, 0, all.length);
            writing.sync();
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        close();
        Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        take(found, all.length);
    }

    /** Has what was written on the device. */
    synchronized void sync() throws IOException {
        DiskFile open = file;
        if (open != null) {
            open.sync();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        DiskFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    private static byte[] frame(byte kind, long number, byte[] text) {
        ByteBuffer frame = ByteBuffer.allocate(FRAME + text.length);
        frame.putInt(0).putInt(text.length).put(kind).putLong(number).put(text);
        frame.putInt(0, RecordCodec.crc(frame.array(), 4, frame.capacity() - 4));
        return frame.array();
    }

    private static byte[] join(List<byte[]> frames) {
        ByteBuffer all = ByteBuffer.allocate(
                frames.stream().mapToInt(frame -> frame.length).sum());
        frames.forEach(all::put);
        return all.array();
    }

    /** What the file says; null when any byte of it is not what was written. */
    private static @Nullable Found read(byte[] bytes) {
        Map<Long, Long> bases = new HashMap<>();
        List<Wide> wides = new ArrayList<>();
        long latest = -1;
        ByteBuffer all = ByteBuffer.wrap(bytes);
        while (all.hasRemaining()) {
            int start = all.position();
            if (all.remaining() < FRAME) {
                return null;
            }
            int crc = all.getInt();
            int size = all.getInt();
            if (size < 0
                    || size > all.remaining() - (FRAME - 8)
                    || crc != RecordCodec.crc(bytes, start + 4, FRAME - 4 + size)) {
                return null;
            }
            byte kind = all.get();
            long number = all.getLong();
            byte[] text = new byte[size];
            all.get(text);
            if ((kind == BEGIN) != (start == 0) || (kind == BASE && size != Long.BYTES)) {
                return null;
            }
            latest = Math.max(latest, number);
            if (kind == BASE) {
                bases.merge(ByteBuffer.wrap(text).getLong(), number, Math::max);
            } else if (kind == WIDE) {
                wides.add(new Wide(number, new String(text, StandardCharsets.UTF_8)));
            }
        }
        return latest < 0 ? null : new Found(latest, bases, wides);
    }
}
