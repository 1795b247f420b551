package io.gosling.gos.link.frame;

import io.gosling.document.FileStamp;
import io.gosling.document.Lookup;
import io.gosling.document.Representation;
import io.gosling.document.ValidationResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.LocalCount;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.util.List;

/** One frame or more of each kind, and their bytes. */
public final class SampleFrames {
    public static final Ageing AGEING = new Ageing(3, 0.5, 1e9);
    public static final LocalCount COUNT = new LocalCount("/a.html", 17, 12, 4.5, 3, 2, LocalCount.Holding.SEEN);
    public static final EntrySummary ENTRY =
            new EntrySummary(9.25, 3, 2, 12, List.of(7, -8, 9), new FetchLeader(7, 41));
    public static final byte[] BODY = {1, 2, 3, 4, 5};

    private SampleFrames() {}

    public static PeerCopy copy(long length) {
        return new PeerCopy(
                new Representation("text/html; charset=utf-8", length, "\"abc\"", Instant.ofEpochSecond(1_700_000_000)),
                new FileStamp(length, 1_700_000_000_123_456_789L, "(dev=1,ino=2)", "\"abc\""),
                true,
                2,
                700);
    }

    /** New ones, so that each test owns the bodies. */
    public static List<PeerFrame> all() {
        return List.of(
                new PeerFrame.Hello(PeerFrame.VERSION, 77, -78, "token", "n\u00e9"),
                PeerFrame.Hello.other(9),
                new PeerFrame.Refused("wrong token"),
                new PeerFrame.Purges("1a:2,3b:4"),
                new PeerFrame.Locate(true, COUNT, AGEING),
                new PeerFrame.Located(ENTRY),
                new PeerFrame.Located(EntrySummary.nothing()),
                new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, "/a%20b.html", new AgedCount(1.5, 2), 8),
                new PeerFrame.Have(copy(5), 3, ENTRY, Unpooled.copiedBuffer(BODY)),
                new PeerFrame.Have(copy(0), 3, null, Unpooled.EMPTY_BUFFER),
                new PeerFrame.Data(Unpooled.copiedBuffer(BODY)),
                new PeerFrame.Credit(1 << 16),
                new PeerFrame.Miss(),
                new PeerFrame.Late(),
                new PeerFrame.Said(new Lookup.Absent()),
                new PeerFrame.Said(new Lookup.Moved("/dir/")),
                new PeerFrame.Said(new Lookup.Refused("not readable")),
                new PeerFrame.Busy(50, 9),
                new PeerFrame.Failed("disk"),
                new PeerFrame.Cancel(),
                new PeerFrame.Check("/a.html", "\"abc\""),
                new PeerFrame.Checked(ValidationResult.GONE),
                new PeerFrame.Invalidate(
                        List.of(new PeerFrame.Invalidate.Line("/a", 1), new PeerFrame.Invalidate.Line("/b", 2))),
                new PeerFrame.Claim("/a.html", new FetchLeader(7, 3), FetchLeader.NOBODY),
                new PeerFrame.Ended("/a.html", new FetchLeader(7, 3), true),
                new PeerFrame.NotHeld("/a.html", -9),
                new PeerFrame.Changed("/a.html", 4),
                new PeerFrame.Filled(COUNT, AGEING),
                new PeerFrame.Report(AGEING, List.of(COUNT, COUNT)),
                new PeerFrame.Reported(List.of(ENTRY, EntrySummary.nothing())),
                new PeerFrame.Clear());
    }

    /** The bytes of a frame, whose body is released. */
    public static byte[] bytes(int id, PeerFrame frame) {
        ByteBuf head = PeerFrameCodec.head(id, frame, ByteBufAllocator.DEFAULT);
        ByteBuf all = Unpooled.wrappedBuffer(head, frame.body());
        byte[] bytes = ByteBufUtil.getBytes(all);
        all.release();
        return bytes;
    }

    public static byte[] preamble() {
        return ByteBufUtil.getBytes(PeerFrameReader.preamble());
    }
}
