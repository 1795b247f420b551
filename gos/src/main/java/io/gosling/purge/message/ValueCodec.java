package io.gosling.purge.message;

import io.gosling.purge.message.Purge.Strength;
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
public final class ValueCodec {
    private static final int MOST_RUNS = PurgeVersions.MOST_STREAMS;
    private static final int MOST_PURGES = 1 << 20;
    private static final int MOST_NAMES = 1 << 16;

    private ValueCodec() {}

    static void purge(WireWriter out, Purge purge) {
        out.writeByte(purge.strength() == Strength.HARD ? 0 : 1);
        out.writeShort(purge.selectors().size());
        purge.selectors().forEach(selector -> out.writeByte(kind(selector)).writeShortText(selector.name()));
    }

    static Purge purge(WireReader in) throws IOException {
        int strength = in.readUnsignedByte();
        if (strength > 1) {
            throw new IOException("a purge of strength " + strength + "; expected 0 or 1");
        }
        List<Selector> selectors =
                in.readList(in.readUnsignedShort(), Purge.MOST_SELECTORS, "selectors", ValueCodec::selector);
        return new Purge(selectors, strength == 0 ? Strength.HARD : Strength.SOFT);
    }

    private static int kind(Selector selector) {
        return switch (selector) {
            case Selector.Url unused -> 0;
            case Selector.Prefix unused -> 1;
            case Selector.Host unused -> 2;
            case Selector.Tag unused -> 3;
        };
    }

    private static Selector selector(WireReader in) throws IOException {
        int kind = in.readUnsignedByte();
        String name = in.readShortText();
        return switch (kind) {
            case 0 -> new Selector.Url(name);
            case 1 -> new Selector.Prefix(name);
            case 2 -> new Selector.Host(name);
            case 3 -> new Selector.Tag(name);
            default -> throw new IOException("a selector of kind " + kind + "; expected 0 to 3");
        };
    }

    public static void run(WireWriter out, PurgeRun run) {
        out.writeLong(run.stream()).writeLong(run.after());
        out.writeInt(run.purges().size());
        run.purges().forEach(purge -> purge(out, purge));
    }

    public static PurgeRun run(WireReader in) throws IOException {
        return new PurgeRun(
                in.readLong(), in.readLong(), in.readList(in.readInt(), MOST_PURGES, "purges", ValueCodec::purge));
    }

    static void runs(WireWriter out, List<PurgeRun> runs) {
        out.writeShort(runs.size());
        runs.forEach(run -> run(out, run));
    }

    static List<PurgeRun> runs(WireReader in) throws IOException {
        return in.readList(in.readUnsignedShort(), MOST_RUNS, "streams", ValueCodec::run);
    }

    static void clock(WireWriter out, PurgeVersions clock) {
        out.writeShort(clock.numbers().size());
        clock.numbers().forEach((stream, number) -> out.writeLong(stream).writeLong(number));
    }

    static PurgeVersions clock(WireReader in) throws IOException {
        int count = WireReader.count(in.readUnsignedShort(), PurgeVersions.MOST_STREAMS, "streams");
        SortedMap<Long, Long> numbers = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            numbers.put(in.readLong(), in.readLong());
        }
        return new PurgeVersions(numbers);
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
