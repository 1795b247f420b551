package io.gosling.gos.objecttable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs directory entries for the memory of their owner. At most 113 bytes; sent to nobody.
 *
 * <pre>
 *   version 8 | agac 8 | epoch 4 | lead 12 | holders 1 + 4 each | reporters 12 each        (big endian)
 * </pre>
 */
final class GlobalObjectEntryCodec {
    private static final int LEAD_NUMBER = 24;
    private static final int HOLDERS = 32;
    private static final int FIXED = 33;

    private GlobalObjectEntryCodec() {}

    static byte[] pack(GlobalObjectEntry entry) {
        ByteBuffer out = ByteBuffer.allocate(
                FIXED + 4 * entry.holders().size() + 12 * entry.reporters().size());
        out.putLong(entry.version()).putDouble(entry.agac()).putInt(entry.epoch());
        out.putInt(entry.lead().tag()).putLong(entry.lead().number());
        out.put((byte) entry.holders().size());
        entry.holders().forEach(out::putInt);
        entry.reporters().forEach(reporter -> out.putInt(reporter.tag()).putLong(reporter.counted()));
        return out.array();
    }

    static GlobalObjectEntry unpack(byte[] packed) {
        ByteBuffer in = ByteBuffer.wrap(packed);
        long version = in.getLong();
        double agac = in.getDouble();
        int epoch = in.getInt();
        FetchLeaderTag lead = new FetchLeaderTag(in.getInt(), in.getLong());
        List<Integer> holders = new ArrayList<>();
        for (int left = in.get(); left > 0; left--) {
            holders.add(in.getInt());
        }
        List<ReportedCount> reporters = new ArrayList<>();
        while (in.hasRemaining()) {
            reporters.add(new ReportedCount(in.getInt(), in.getLong()));
        }
        return new GlobalObjectEntry(version, agac, epoch, List.copyOf(holders), List.copyOf(reporters), lead);
    }

    /** Returns true if a packed entry names a holder or a leader. */
    static boolean isHeldOrLed(byte[] packed) {
        return packed[HOLDERS] != 0 || ByteBuffer.wrap(packed).getLong(LEAD_NUMBER) != 0;
    }
}
