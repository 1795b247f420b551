package io.gosling.purge.message;

import io.gosling.purge.message.PurgeRequest.Strength;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Encodes and decodes values, in messages and in files. The values' own bounds throw {@link IllegalArgumentException},
 * everything else {@link IOException}.
 */
public final class PurgeValueCodec {
    private static final int MOST_PURGES = 1 << 20;
    private static final int MOST_NAMES = 1 << 16;

    private PurgeValueCodec() {}

    static void purge(WireWriter out, PurgeRequest purge) {
        out.writeByte(purge.strength() == Strength.HARD ? 0 : 1);
        out.writeShort(purge.selectors().size());
        purge.selectors().forEach(selector -> out.writeByte(kind(selector)).writeShortText(selector.name()));
    }

    static PurgeRequest purge(WireReader in) throws IOException {
        int strength = in.readUnsignedByte();
        if (strength > 1) {
            throw new IOException("a purge of strength " + strength + "; expected 0 or 1");
        }
        List<PurgeSelector> selectors = in.readList(
                in.readUnsignedShort(), PurgeRequest.MOST_SELECTORS, "selectors", PurgeValueCodec::selector);
        return new PurgeRequest(selectors, strength == 0 ? Strength.HARD : Strength.SOFT);
    }

    private static int kind(PurgeSelector selector) {
        return switch (selector) {
            case PurgeSelector.Url unused -> 0;
            case PurgeSelector.Prefix unused -> 1;
            case PurgeSelector.Host unused -> 2;
            case PurgeSelector.Tag unused -> 3;
        };
    }

    private static PurgeSelector selector(WireReader in) throws IOException {
        int kind = in.readUnsignedByte();
        String name = in.readShortText();
        return switch (kind) {
            case 0 -> new PurgeSelector.Url(name);
            case 1 -> new PurgeSelector.Prefix(name);
            case 2 -> new PurgeSelector.Host(name);
            case 3 -> new PurgeSelector.Tag(name);
            default -> throw new IOException("a selector of kind " + kind + "; expected 0 to 3");
        };
    }

    public static void run(WireWriter out, PurgeRecordRange run) {
        out.writeLong(run.stream()).writeLong(run.after());
        out.writeInt(run.purges().size());
        run.purges().forEach(purge -> purge(out, purge));
    }

    public static PurgeRecordRange run(WireReader in) throws IOException {
        return new PurgeRecordRange(
                in.readLong(), in.readLong(), in.readList(in.readInt(), MOST_PURGES, "purges", PurgeValueCodec::purge));
    }

    static void runs(WireWriter out, List<PurgeRecordRange> runs) {
        out.writeShort(runs.size());
        runs.forEach(run -> run(out, run));
    }

    static List<PurgeRecordRange> runs(WireReader in) throws IOException {
        return in.readList(in.readUnsignedShort(), PurgeVersionVector.MOST_STREAMS, "streams", PurgeValueCodec::run);
    }

    public static void clock(WireWriter out, PurgeVersionVector clock) {
        out.writeShort(clock.numbers().size());
        clock.numbers().forEach((stream, number) -> out.writeLong(stream).writeLong(number));
    }

    public static PurgeVersionVector clock(WireReader in) throws IOException {
        int count = in.readUnsignedShort();
        SortedMap<Long, Long> numbers = new TreeMap<>();
        for (int left = WireReader.count(count, PurgeVersionVector.MOST_STREAMS, "streams"); left > 0; left--) {
            numbers.put(in.readLong(), in.readLong());
        }
        return new PurgeVersionVector(numbers);
    }

    static void incarnation(WireWriter out, NodeIncarnation incarnation) {
        out.writeShortText(incarnation.node()).writeLong(incarnation.number());
    }

    static NodeIncarnation incarnation(WireReader in) throws IOException {
        return new NodeIncarnation(in.readShortText(), in.readLong());
    }

    static void names(WireWriter out, SortedSet<String> names) {
        out.writeInt(names.size());
        names.forEach(out::writeShortText);
    }

    static SortedSet<String> names(WireReader in) throws IOException {
        return new TreeSet<>(in.readList(in.readInt(), MOST_NAMES, "names", WireReader::readShortText));
    }
}
