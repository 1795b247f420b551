package io.gosling.gos.objecttable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
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

    private GlobalObjectEntryCodec() {}

    /** Encodes an entry. */
    public static byte[] pack(GlobalObjectEntry row) {
        ByteBuffer out = ByteBuffer.allocate(
                FIXED + 4 * row.holders().size() + 12 * row.reporters().size());
        out.put(FORMAT).putLong(row.version()).putDouble(row.agac()).putInt(row.epoch());
        out.putInt(row.lead().tag()).putLong(row.lead().number());
        out.put((byte) row.holders().size());
        row.holders().forEach(out::putInt);
        out.put((byte) row.reporters().size());
        row.reporters().forEach(reporter -> out.putInt(reporter.tag()).putLong(reporter.counted()));
        return out.array();
    }

    /**
     * Decodes an entry; null when there is none, or the bytes are no entry: it is a hint, so a missing one is
     * harmless.
     */
    public static @Nullable GlobalObjectEntry unpack(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length < FIXED || bytes[0] != FORMAT) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        long version = in.getLong();
        double agac = in.getDouble();
        int epoch = in.getInt();
        FetchLeader lead = new FetchLeader(in.getInt(), in.getLong());
        int holders = in.get();
        if (!(agac >= 0)
                || version < 0
                || epoch < 0
                || epoch > AgeingEpoch.MOST
                || holders < 0
                || lead.number() < 0
                || holders > Holders.MOST) {
            return null;
        }
        if (in.remaining() < 4 * holders + 1) {
            return null;
        }
        List<Integer> tags = new ArrayList<>(holders);
        for (int i = 0; i < holders; i++) {
            tags.add(in.getInt());
        }
        int reporters = in.get();
        if (reporters < 0 || reporters > NodeCount.MOST || in.remaining() != 12 * reporters) {
            return null;
        }
        List<NodeCount> counts = new ArrayList<>(reporters);
        for (int i = 0; i < reporters; i++) {
            counts.add(new NodeCount(in.getInt(), in.getLong()));
        }
        return new GlobalObjectEntry(version, agac, epoch, List.copyOf(tags), List.copyOf(counts), lead);
    }
}
