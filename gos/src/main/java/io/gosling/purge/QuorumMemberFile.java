package io.gosling.purge;

import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeValueCodec;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The persistent state of a quorum member: its epoch, the name of its log, and the purges it knows. Entries are
 * collected and written together by {@link #sync}, as one frame that is there whole or not at all:
 *
 * <pre>
 *   "GoPu"  length of the entries  CRC-32C of these eight bytes  entries  CRC-32C of the entries
 * </pre>
 *
 * <p>A frame that the end of the file cuts off was never acknowledged and is removed. Any other damage may affect
 * acknowledged entries: the file then counts as empty, and the member remembers nothing, which is safe.
 */
final class QuorumMemberFile {
    private static final int MAGIC = 0x476f5075;
    private static final int HEADER = 12;
    private static final int TRAILER = 4;
    private static final int STATE = 1;
    private static final int RUN = 2;

    /** The least bytes at which a file that has doubled is rewritten. */
    private static final long ROOM = 1 << 20;

    /** @param runs to be learnt in this order */
    record Restored(long epoch, long stream, List<PurgeRecordRange> runs) {}

    private final QuorumMemberStorage storage;
    final Optional<Restored> restored;
    /** The reason why the file cannot be used and counts as empty; null if it can. */
    final @Nullable String failure;

    private WireWriter entries = new WireWriter(0);
    private boolean replaces;
    private long length;
    private long whole;

    private QuorumMemberFile(
            QuorumMemberStorage storage, Optional<Restored> restored, @Nullable String failure, long length) {
        this.storage = storage;
        this.restored = restored;
        this.failure = failure;
        this.length = length;
        this.whole = length;
    }

    /** Reads the stored state and cuts a torn end off. */
    static QuorumMemberFile open(QuorumMemberStorage storage) {
        try {
            byte[] bytes = storage.read();
            List<WireReader> frames = frames(bytes);
            int length = frames.stream()
                    .mapToInt(frame -> HEADER + frame.left() + TRAILER)
                    .sum();
            if (length < bytes.length) {
                storage.replace(Arrays.copyOf(bytes, length));
            }
            return new QuorumMemberFile(storage, restored(frames), null, length);
        } catch (IOException | IllegalArgumentException e) {
            return new QuorumMemberFile(storage, Optional.empty(), e.toString(), 0);
        }
    }

    /** Replaces all that was stored. */
    void begin(long epoch, long stream, List<PurgeRecordRange> runs) {
        entries = new WireWriter(0).writeByte(STATE).writeLong(epoch).writeLong(stream);
        replaces = true;
        runs.forEach(this::append);
    }

    void append(PurgeRecordRange run) {
        entries.writeByte(RUN);
        PurgeValueCodec.run(entries, run);
    }

    boolean isLong() {
        return length > ROOM && length > 2 * whole;
    }

    void sync() throws IOException {
        if (entries.size() == 0) {
            return;
        }
        byte[] frame = frame(entries.toByteArray());
        if (replaces) {
            storage.replace(frame);
            length = frame.length;
            whole = length;
        } else {
            storage.append(frame);
            length += frame.length;
        }
        entries = new WireWriter(0);
        replaces = false;
    }

    private static byte[] frame(byte[] entries) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + entries.length + TRAILER);
        frame.putInt(MAGIC).putInt(entries.length);
        frame.putInt(crc(frame.array(), 0, 8));
        frame.put(entries);
        frame.putInt(crc(entries, 0, entries.length));
        return frame.array();
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    void close() {
        storage.close();
    }

    /** The entries of each whole frame. */
    private static List<WireReader> frames(byte[] bytes) throws IOException {
        List<WireReader> frames = new ArrayList<>();
        WireReader in = new WireReader(bytes);
        while (in.left() >= HEADER && !isZero(bytes, bytes.length - in.left())) {
            int at = bytes.length - in.left();
            int magic = in.readInt();
            int size = in.readInt();
            if (in.readInt() != crc(bytes, at, 8) || magic != MAGIC || size < 0) {
                throw new IOException("no frame begins at byte " + at + " of " + bytes.length);
            }
            if (in.left() - TRAILER < size) {
                break;
            }
            byte[] entries = in.readBytes(size);
            if (in.readInt() != crc(entries, 0, size)) {
                throw new IOException("the frame at byte " + at + " of " + bytes.length + " is not as it was written");
            }
            frames.add(new WireReader(entries));
        }
        return frames;
    }

    /** A file that was made longer and then not written to. */
    private static boolean isZero(byte[] bytes, int from) {
        return IntStream.range(from, bytes.length).allMatch(at -> bytes[at] == 0);
    }

    /** The state, which begins the first frame, and everything after it. */
    private static Optional<Restored> restored(List<WireReader> frames) throws IOException {
        if (frames.isEmpty()) {
            return Optional.empty();
        }
        WireReader first = require(STATE, frames.getFirst());
        long epoch = first.readLong();
        long stream = first.readLong();
        List<PurgeRecordRange> runs = new ArrayList<>();
        for (WireReader in : frames) {
            while (in.left() > 0) {
                runs.add(PurgeValueCodec.run(require(RUN, in)));
            }
        }
        return Optional.of(new Restored(epoch, stream, runs));
    }

    private static WireReader require(int kind, WireReader in) throws IOException {
        int found = in.readUnsignedByte();
        if (found != kind) {
            throw new IOException("an entry of kind " + found + "; expected " + kind);
        }
        return in;
    }
}
