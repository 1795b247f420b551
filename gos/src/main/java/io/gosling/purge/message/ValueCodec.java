package io.gosling.purge.message;

import io.gosling.purge.message.Purge.Strength;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    private static final int MOST_NAMES = 1 << 16;

    private ValueCodec() {}

    static void purge(WireWriter out, Purge purge) {
        out.writeByte(purge.strength() == Strength.HARD ? 0 : 1);
        out.writeShort(purge.selectors().size());
        for (Selector selector : purge.selectors()) {
            out.writeByte(kind(selector));
            out.writeShortText(selector.name());
        }
    }

    static Purge purge(WireReader in) throws IOException {
        int strength = in.readUnsignedByte();
        if (strength > 1) {
            throw new IOException("a purge of strength " + strength + "; expected 0 or 1");
        }
        int count = WireReader.count(in.readUnsignedShort(), Purge.MOST_SELECTORS, "selectors");
        List<Selector> selectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            selectors.add(selector(in.readUnsignedByte(), in.readShortText()));
        }
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

    private static Selector selector(int kind, String name) throws IOException {
        return switch (kind) {
            case 0 -> new Selector.Url(name);
            case 1 -> new Selector.Prefix(name);
            case 2 -> new Selector.Host(name);
            case 3 -> new Selector.Tag(name);
            default -> throw new IOException("a selector of kind " + kind + "; expected 0 to 3");
        };
    }

    public static void run(WireWriter out, PurgeRun run) {
        out.writeLong(run.stream());
        out.writeLong(run.after());
        out.writeInt(run.purges().size());
        for (Purge purge : run.purges()) {
            purge(out, purge);
        }
    }

    public static PurgeRun run(WireReader in) throws IOException {
        long stream = in.readLong();
        long after = in.readLong();
        int count = WireReader.count(in.readInt(), 1 << 20, "purges");
        List<Purge> purges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            purges.add(purge(in));
        }
        return new PurgeRun(stream, after, purges);
    }

    static void runs(WireWriter out, List<PurgeRun> runs) {
        out.writeShort(runs.size());
        for (PurgeRun run : runs) {
            run(out, run);
        }
    }

    static List<PurgeRun> runs(WireReader in) throws IOException {
        int count = WireReader.count(in.readUnsignedShort(), MOST_RUNS, "streams");
        List<PurgeRun> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(run(in));
        }
        return runs;
    }

    static void clock(WireWriter out, PurgeVersions clock) {
        out.writeShort(clock.numbers().size());
        for (Map.Entry<Long, Long> entry : clock.numbers().entrySet()) {
            out.writeLong(entry.getKey());
            out.writeLong(entry.getValue());
        }
    }

    static PurgeVersions clock(WireReader in) throws IOException {
        int count = WireReader.count(in.readUnsignedShort(), PurgeVersions.MOST_STREAMS, "streams");
        SortedMap<Long, Long> numbers = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            numbers.put(in.readLong(), in.readLong());
        }
        return new PurgeVersions(numbers);
    }

    static void incarnation(WireWriter out, Incarnation incarnation) {
        out.writeShortText(incarnation.node());
        out.writeLong(incarnation.number());
    }

    static Incarnation incarnation(WireReader in) throws IOException {
        return new Incarnation(in.readShortText(), in.readLong());
    }

    static void names(WireWriter out, SortedSet<String> names) {
        out.writeInt(names.size());
        for (String name : names) {
            out.writeShortText(name);
        }
    }

    static SortedSet<String> names(WireReader in) throws IOException {
        int count = WireReader.count(in.readInt(), MOST_NAMES, "names");
        SortedSet<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            names.add(in.readShortText());
        }
        return names;
    }
}
