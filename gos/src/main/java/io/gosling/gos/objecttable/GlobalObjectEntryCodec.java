package io.gosling.gos.objecttable;

import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes directory entries, as they lie in the table and are sent. At most 115 bytes.
 *
 * <pre>
 *   format 2 | version 8 | agac 8 | epoch 4 | lead 12 | holders 1 + 4 each | reporters 1 + 12 each        (big endian)
 * </pre>
 */
public final class GlobalObjectEntryCodec {
    private static final byte FORMAT = 2;
    private static final int FIXED = 35;
    private static final int LEAD = 21;
    private static final int LEAD_NUMBER = 25;
    private static final int HOLDERS = 33;

    private GlobalObjectEntryCodec() {}

    public static byte[] pack(GlobalObjectEntry row) {
        WireWriter out = new WireWriter(
                FIXED + 4 * row.holders().size() + 12 * row.reporters().size());
        out.writeByte(FORMAT).writeLong(row.version()).writeDouble(row.agac()).writeInt(row.epoch());
        out.writeInt(row.lead().tag()).writeLong(row.lead().number());
        out.writeByte(row.holders().size());
        row.holders().forEach(out::writeInt);
        out.writeByte(row.reporters().size());
        row.reporters().forEach(reporter -> out.writeInt(reporter.tag()).writeLong(reporter.counted()));
        return out.toByteArray();
    }

    /**
     * Decodes an entry; null when there is none, or the bytes are no entry: it is a hint, so a missing one is
     * harmless.
     */
    public static @Nullable GlobalObjectEntry unpack(byte @Nullable [] bytes) {
        try {
            return bytes == null ? null : entry(new WireReader(bytes));
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns true if a packed entry names a holder or a leader. */
    static boolean isHeldOrLed(byte[] packed) {
        return packed[HOLDERS] != 0 || isLed(packed);
    }

    /** A packed entry with its leader removed; the same array if it has none. */
    static byte[] withoutLead(byte[] packed) {
        if (!isLed(packed)) {
            return packed;
        }
        byte[] copy = packed.clone();
        Arrays.fill(copy, LEAD, HOLDERS, (byte) 0);
        return copy;
    }

    private static boolean isLed(byte[] packed) {
        return ByteBuffer.wrap(packed).getLong(LEAD_NUMBER) != 0;
    }

    private static @Nullable GlobalObjectEntry entry(WireReader in) throws IOException {
        if (in.readByte() != FORMAT) {
            return null;
        }
        long version = in.readLong();
        double agac = in.readDouble();
        int epoch = in.readInt();
        FetchLeaderTag lead = new FetchLeaderTag(in.readInt(), in.readLong());
        if (!(agac >= 0) || version < 0 || epoch < 0 || epoch > AgeingEpoch.MOST || lead.number() < 0) {
            return null;
        }
        List<Integer> tags = in.readList(in.readByte(), HolderTagOperations.MOST, "holders", WireReader::readInt);
        List<ReportedCount> counts = in.readList(
                in.readByte(),
                ReportedCount.MOST,
                "reporters",
                from -> new ReportedCount(from.readInt(), from.readLong()));
        return in.left() > 0
                ? null
                : new GlobalObjectEntry(version, agac, epoch, List.copyOf(tags), List.copyOf(counts), lead);
    }
}
