package io.gosling.purge.message;

import io.gosling.purge.message.Purge.Strength;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Encodes and decodes values, in messages and in files. Decoding is bounded by the bytes that are present: no number
 * that was read reserves memory. The values' own bounds throw {@link IllegalArgumentException}, everything else
 * {@link IOException}.
 */
public final class ValueCodec {
    private static final int MOST_RUNS = PurgeVersions.MOST_STREAMS;

    private static final int MOST_NAMES = 1 << 16;

    private ValueCodec() {}

    static void purge(DataOutput out, Purge purge) throws IOException {
        out.writeByte(purge.strength() == Strength.HARD ? 0 : 1);
        out.writeShort(purge.selectors().size());
        for (Selector selector : purge.selectors()) {
            out.writeByte(kind(selector));
            text(out, selector.name());
        }
    }

    static Purge purge(DataInput in) throws IOException {
        int strength = in.readUnsignedByte();
        if (strength > 1) {
            throw new IOException("a purge of strength " + strength + "; expected 0 or 1");
        }
        int count = count(in.readUnsignedShort(), Purge.MOST_SELECTORS, "selectors");
        List<Selector> selectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            selectors.add(selector(in.readUnsignedByte(), text(in)));
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

    public static void run(DataOutput out, PurgeRun run) throws IOException {
        out.writeLong(run.stream());
        out.writeLong(run.after());
        out.writeInt(run.purges().size());
        for (Purge purge : run.purges()) {
            purge(out, purge);
        }
    }

    public static PurgeRun run(DataInput in) throws IOException {
        long stream = in.readLong();
        long after = in.readLong();
        int count = count(in.readInt(), 1 << 20, "purges");
        List<Purge> purges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            purges.add(purge(in));
        }
        return new PurgeRun(stream, after, purges);
    }

    static void runs(DataOutput out, List<PurgeRun> runs) throws IOException {
        out.writeShort(runs.size());
        for (PurgeRun run : runs) {
            run(out, run);
        }
    }

    static List<PurgeRun> runs(DataInput in) throws IOException {
        int count = count(in.readUnsignedShort(), MOST_RUNS, "streams");
        List<PurgeRun> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(run(in));
        }
        return runs;
    }

    static void clock(DataOutput out, PurgeVersions clock) throws IOException {
        out.writeShort(clock.numbers().size());
        for (Map.Entry<Long, Long> entry : clock.numbers().entrySet()) {
            out.writeLong(entry.getKey());
            out.writeLong(entry.getValue());
        }
    }

    static PurgeVersions clock(DataInput in) throws IOException {
        int count = count(in.readUnsignedShort(), PurgeVersions.MOST_STREAMS, "streams");
        SortedMap<Long, Long> numbers = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            numbers.put(in.readLong(), in.readLong());
        }
        return new PurgeVersions(numbers);
    }

    static void incarnation(DataOutput out, Incarnation incarnation) throws IOException {
        text(out, incarnation.node());
        out.writeLong(incarnation.number());
    }

    static Incarnation incarnation(DataInput in) throws IOException {
        return new Incarnation(text(in), in.readLong());
    }

    static void names(DataOutput out, SortedSet<String> names) throws IOException {
        out.writeInt(names.size());
        for (String name : names) {
            text(out, name);
        }
    }

    static SortedSet<String> names(DataInput in) throws IOException {
        int count = count(in.readInt(), MOST_NAMES, "names");
        SortedSet<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            names.add(text(in));
        }
        return names;
    }

    static void text(DataOutput out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0xffff) {
            throw new IOException("a text of " + bytes.length + " bytes; expected 65535 at most");
        }
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    static String text(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedShort()];
        in.readFully(bytes);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("a text that is no UTF-8", e);
        }
    }

    static int count(int count, int most, String what) throws IOException {
        if (count < 0 || count > most) {
            throw new IOException(count + " " + what + "; expected 0 to " + most);
        }
        return count;
    }
}
