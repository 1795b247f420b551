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

/** Writes and reads counts and directory entries as fields of frames, within the bounds of their records. Pure. */
final class TableFrameCodec {
    /** By their numbers on the wire. */
    private static final List<Holding> HOLDINGS = List.of(Holding.HELD, Holding.DROPPED, Holding.SEEN, Holding.UNSEEN);

    private TableFrameCodec() {}

    static void write(AgedCount count, WireWriter out) {
        out.writeDouble(count.value()).writeInt(count.epoch());
    }

    static AgedCount agedCount(WireReader in) throws IOException {
        return new AgedCount(in.readDouble(), in.readInt());
    }

    static void write(Ageing ageing, WireWriter out) {
        out.writeInt(ageing.epoch()).writeDouble(ageing.factor()).writeDouble(ageing.cap());
    }

    static Ageing ageing(WireReader in) throws IOException {
        Ageing ageing = new Ageing(in.readInt(), in.readDouble(), in.readDouble());
        if (!(ageing.factor() > 0 && ageing.factor() < 1 && ageing.cap() > 0)) {
            throw new IOException(ageing + "; expected a factor between 0 and 1, and a cap above 0");
        }
        WireReader.count(ageing.epoch(), AgeingEpoch.MOST, "ageings");
        return ageing;
    }

    static void write(LocalCountReport count, WireWriter out) {
        out.writeShortText(count.key()).writeLong(count.count()).writeLong(count.acknowledged());
        out.writeDouble(count.agac()).writeInt(count.epoch()).writeLong(count.version());
        out.writeByte(HOLDINGS.indexOf(count.holding()));
    }

    static LocalCountReport localCount(WireReader in) throws IOException {
        String key = in.readShortText();
        long count = atLeast0(in.readLong(), "a count");
        long acknowledged = atLeast0(in.readLong(), "a count");
        AgedCount agac = agedCount(in);
        long version = atLeast0(in.readLong(), "a version");
        int holding = WireReader.count(in.readUnsignedByte(), HOLDINGS.size() - 1, "as a holding");
        return new LocalCountReport(
                key, count, acknowledged, agac.value(), agac.epoch(), version, HOLDINGS.get(holding));
    }

    static void write(EntrySummary entry, WireWriter out) {
        out.writeDouble(entry.agac()).writeInt(entry.epoch());
        out.writeLong(entry.version()).writeLong(entry.counted());
        out.writeByte(entry.holders().size());
        entry.holders().forEach(out::writeInt);
        write(entry.lead(), out);
    }

    static EntrySummary entry(WireReader in) throws IOException {
        AgedCount agac = agedCount(in);
        long version = atLeast0(in.readLong(), "a version");
        long counted = atLeast0(in.readLong(), "a count");
        List<Integer> holders =
                in.readList(in.readUnsignedByte(), HolderTagOperations.MOST, "holders", WireReader::readInt);
        return new EntrySummary(agac.value(), agac.epoch(), version, counted, List.copyOf(holders), leader(in));
    }

    static void write(FetchLeaderTag leader, WireWriter out) {
        out.writeInt(leader.tag()).writeLong(leader.number());
    }

    static FetchLeaderTag leader(WireReader in) throws IOException {
        return new FetchLeaderTag(in.readInt(), atLeast0(in.readLong(), "a fetch"));
    }

    static long atLeast0(long number, String thing) throws IOException {
        if (number < 0) {
            throw new IOException(thing + " of " + number + "; expected at least 0");
        }
        return number;
    }
}
