package io.gosling.gos.link.frame;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringRules;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.Representation;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.gosling.http.Headers;
import io.gosling.purge.message.PurgeVersionVector;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One frame or more of each kind, and their bytes. */
public final class SampleFrames {
    public static final Ageing AGEING = new Ageing(3, 0.5, 1e9);
    public static final LocalCountReport COUNT =
            new LocalCountReport("/a.html", 17, 12, 4.5, 3, 2, LocalCountReport.Holding.SEEN);
    public static final EntrySummary ENTRY =
            new EntrySummary(9.25, 3, 2, 12, List.of(7, -8, 9), new FetchLeaderTag(7, 41));
    public static final byte[] BODY = {1, 2, 3, 4, 5};

    public static final Headers REQUEST = Headers.of("Accept", "text/html", "X-Empty", "", "Accept", "a=\"\u00e4\"");

    private SampleFrames() {}

    /** A response that is fresh for a minute, and was received at this time. */
    public static StoredResponseHead reply(boolean tagged, long nowNanos) {
        Instant noon = Instant.parse("2026-11-22T12:00:00Z");
        Headers fields = Headers.of("Cache-Control", "max-age=60", "Date", "Sun, 22 Nov 2026 12:00:00 GMT");
        Headers sent = tagged ? fields.plus("ETag", "\"e\"") : fields;
        var rules = new StoringRules(Duration.ofDays(1), Duration.ZERO, Duration.ZERO);
        var judged = rules.judge(Headers.empty(), 200, sent, new StoringRules.Arrival(noon, noon, nowNanos));
        return ((StoringRules.Storing.Stored) judged).reply();
    }

    public static PeerCopyMetadata copy(long length) {
        return new PeerCopyMetadata(
                new Representation("text/html; charset=utf-8", length, "\"abc\"", Instant.ofEpochSecond(1_700_000_000)),
                new FileStamp(length, 1_700_000_000_123_456_789L, 1_700_000_001L, "(dev=1,ino=2)", "\"abc\""),
                true,
                2,
                700);
    }

    /** New ones, so that each test owns the bodies. */
    public static List<PeerFrame> all() {
        return List.of(
                new PeerFrame.Hello(PeerFrame.VERSION, 77, -78, "token", "n\u00e9"),
                PeerFrame.Hello.other(2),
                new PeerFrame.Refused("wrong token"),
                new PeerFrame.Purges(PurgeVersionVector.ZERO.with(0x1a, 2).with(0x3b, 4)),
                new PeerFrame.Locate(COUNT, AGEING, Wanted.NOTHING),
                new PeerFrame.Locate(COUNT, AGEING, Wanted.RESPONSE),
                new PeerFrame.Located(ENTRY, true),
                new PeerFrame.Located(EntrySummary.nothing()),
                new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, "/a%20b.html", new AgedCount(1.5, 2), 8),
                new PeerFrame.Have(copy(5), 3, Unpooled.copiedBuffer(BODY)),
                new PeerFrame.Have(copy(0), 3, Unpooled.EMPTY_BUFFER),
                new PeerFrame.Data(Unpooled.copiedBuffer(BODY)),
                new PeerFrame.Credit(1 << 16),
                new PeerFrame.Miss(),
                new PeerFrame.Behind(),
                new PeerFrame.Said(new LookupResult.Absent()),
                new PeerFrame.Said(new LookupResult.Moved("/dir/")),
                new PeerFrame.Said(new LookupResult.Refused("not readable")),
                new PeerFrame.Busy(),
                new PeerFrame.Failed("disk"),
                new PeerFrame.Cancel(),
                new PeerFrame.Check("/a.html", "\"abc\""),
                new PeerFrame.Checked(RevalidationResult.GONE),
                new PeerFrame.Invalidate("/a", 1),
                new PeerFrame.Claim("/a.html", new FetchLeaderTag(7, 3), FetchLeaderTag.NOBODY),
                new PeerFrame.Ended("/a.html", new FetchLeaderTag(7, 3), true),
                new PeerFrame.NotHeld("/a.html", -9),
                new PeerFrame.Changed("/a.html", 4),
                new PeerFrame.Filled(COUNT, AGEING),
                new PeerFrame.Report(AGEING, List.of(COUNT, COUNT)),
                new PeerFrame.Reported(List.of(ENTRY, EntrySummary.nothing())),
                new PeerFrame.Clear(),
                new PeerFrame.Join(new SharedResponseRequest("http://origin.test/a", REQUEST, "\"e\"", 7)),
                new PeerFrame.Alive(),
                new PeerFrame.Given(
                        EncodedResponseHead.of(reply(true, 0), "variant", 7), 5, Unpooled.copiedBuffer(BODY)),
                new PeerFrame.Given(EncodedResponseHead.of(reply(false, 0), "", 0), -1, Unpooled.EMPTY_BUFFER),
                new PeerFrame.End(),
                new PeerFrame.Same(EncodedResponseHead.of(reply(true, 0), "variant", 7)),
                new PeerFrame.Apart(),
                new PeerFrame.FailedOrigin(new OriginFailure(503, true, 50_000)),
                new PeerFrame.FailedOrigin(new OriginFailure(504, false)),
                new PeerFrame.Read(ObjectKey.of(BODY), 9),
                new PeerFrame.HomeAnswered(new HomeAnswer.Same(7, 1000), 0, Unpooled.EMPTY_BUFFER),
                new PeerFrame.HomeAnswered(new HomeAnswer.Unavailable("no lease"), 0, Unpooled.EMPTY_BUFFER));
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
