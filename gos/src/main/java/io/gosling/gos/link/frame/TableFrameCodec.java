package io.gosling.gos.link.frame;

import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.HolderTagOperations;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes and reads counts and directory entries as fields of frames, within the bounds of their records. Pure. */
final class TableFrameCodec {
    /** By their numbers on the wire. */
    private static final List<Holding> HOLDINGS = List.of(Holding.HELD, Holding.DROPPED, Holding.SEEN, Holding.UNSEEN);

    private TableFrameCodec() {}

    static WireWriter agedCount(WireWriter out, AgedCount count) {
        return out.writeDouble(count.value()).writeInt(count.epoch());
    }

    static AgedCount agedCount(WireReader in) throws IOException {
        return new AgedCount(in.readDouble(), in.readInt());
    }

    static WireWriter ageing(WireWriter out, Ageing ageing) {
        return out.writeInt(ageing.epoch()).writeDouble(ageing.factor()).writeDouble(ageing.cap());
    }

    static Ageing ageing(WireReader in) throws IOException {
        Ageing ageing = new Ageing(in.readInt(), in.readDouble(), in.readDouble());
        if (!(ageing.factor() > 0 && ageing.factor() < 1 && ageing.cap() > 0)) {
            throw new IOException(ageing + "; expected a factor between 0 and 1, and a cap above 0");
        }
        WireReader.count(ageing.epoch(), AgeingEpoch.MOST, "ageings");
        return ageing;
    }

    static WireWriter localCount(WireWriter out, LocalCountReport count) {
        return out.writeShortText(count.key())
                .writeLong(count.count())
                .writeLong(count.acknowledged())
                .writeDouble(count.agac())
                .writeInt(count.epoch())
                .writeLong(count.version())
                .writeByte(HOLDINGS.indexOf(count.holding()));
    }

    static LocalCountReport localCount(WireReader in) throws IOException {
        String key = in.readShortText();
        long count = atLeast0(in.readLong(), "a count");
        long acknowledged = atLeast0(in.readLong(), "a count");
        AgedCount agac = agedCount(in);
        return new LocalCountReport(
                key,
                count,
                acknowledged,
                agac.value(),
                agac.epoch(),
                atLeast0(in.readLong(), "a version"),
                choice(in, HOLDINGS, "as a holding"));
    }

    static WireWriter entry(WireWriter out, EntrySummary entry) {
        out.writeDouble(entry.agac()).writeInt(entry.epoch());
        out.writeLong(entry.version()).writeLong(entry.counted());
        out.writeByte(entry.holders().size());
        entry.holders().forEach(out::writeInt);
        return leader(out, entry.lead());
    }

    static EntrySummary entry(WireReader in) throws IOException {
        AgedCount agac = agedCount(in);
        long version = atLeast0(in.readLong(), "a version");
        long counted = atLeast0(in.readLong(), "a count");
        List<Integer> holders =
                in.readList(in.readUnsignedByte(), HolderTagOperations.MOST, "holders", WireReader::readInt);
        return new EntrySummary(agac.value(), agac.epoch(), version, counted, List.copyOf(holders), leader(in));
    }

    static WireWriter leader(WireWriter out, FetchLeaderTag leader) {
        return out.writeInt(leader.tag()).writeLong(leader.number());
    }

    static FetchLeaderTag leader(WireReader in) throws IOException {
        return new FetchLeaderTag(in.readInt(), atLeast0(in.readLong(), "a fetch"));
    }

    /** Writes what belongs to the counts of a report, one after the other. */
    static <T> void list(WireWriter out, List<T> all, BiConsumer<WireWriter, T> field) {
        out.writeShort(all.size());
        all.forEach(one -> field.accept(out, one));
    }

    static <T> List<T> list(WireReader in, WireReader.Field<T> field) throws IOException {
        return in.readList(in.readUnsignedShort(), PeerFrame.Report.MOST_COUNTS, "counts", field);
    }

    /** Reads one of these values, by its number among them. */
    static <T> T choice(WireReader in, List<T> values, String thing) throws IOException {
        return values.get(WireReader.count(in.readUnsignedByte(), values.size() - 1, thing));
    }

    static long atLeast0(long number, String thing) throws IOException {
        if (number < 0) {
            throw new IOException(thing + " of " + number + "; expected at least 0");
        }
        return number;
    }
}
