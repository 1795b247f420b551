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
            Frames frames = Frames.of(bytes);
            if (frames.length < bytes.length) {
                storage.replace(Arrays.copyOf(bytes, frames.length));
            }
            return new QuorumMemberFile(storage, frames.restored(), null, frames.length);
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

    private static final class Frames {
        private final List<WireReader> entries = new ArrayList<>();
        private int length;

        static Frames of(byte[] bytes) throws IOException {
            Frames frames = new Frames();
            while (frames.length < bytes.length && frames.next(bytes)) {
                // The next one.
            }
            return frames;
        }

        /** Returns false when the file ends within the frame. */
        private boolean next(byte[] bytes) throws IOException {
            int left = bytes.length - length;
            if (left < HEADER || isZero(bytes, length)) {
                return false;
            }
            ByteBuffer header = ByteBuffer.wrap(bytes, length, HEADER);
            int magic = header.getInt();
            int size = header.getInt();
            if (magic != MAGIC || header.getInt() != crc(bytes, length, 8) || size < 0) {
                throw new IOException("no frame begins at byte " + length + " of " + bytes.length);
            }
            if (left - HEADER - TRAILER < size) {
                return false;
            }
            int from = length + HEADER;
            if (ByteBuffer.wrap(bytes, from + size, TRAILER).getInt() != crc(bytes, from, size)) {
                throw new IOException(
                        "the frame at byte " + length + " of " + bytes.length + " is not as it was written");
            }
            entries.add(new WireReader(bytes, from, size));
            length = from + size + TRAILER;
            return true;
        }

        /** A file that was made longer and then not written to. */
        private static boolean isZero(byte[] bytes, int from) {
            return IntStream.range(from, bytes.length).allMatch(at -> bytes[at] == 0);
        }

        Optional<Restored> restored() throws IOException {
            boolean begun = false;
            long epoch = 0;
            long stream = 0;
            List<PurgeRecordRange> runs = new ArrayList<>();
            for (WireReader in : entries) {
                while (in.left() > 0) {
                    int kind = in.readUnsignedByte();
                    if (kind == STATE && !begun) {
                        begun = true;
                        epoch = in.readLong();
                        stream = in.readLong();
                    } else if (kind == RUN && begun) {
                        runs.add(PurgeValueCodec.run(in));
                    } else {
                        throw new IOException("an entry of kind " + kind + (begun ? "" : " before any state"));
                    }
                }
            }
            return begun ? Optional.of(new Restored(epoch, stream, runs)) : Optional.empty();
        }
    }
}
