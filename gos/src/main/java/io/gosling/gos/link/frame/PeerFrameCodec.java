package io.gosling.gos.link.frame;

import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.gosling.purge.message.PurgeValueCodec;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.util.List;

/**
 * Encodes and decodes frames. What it writes keeps the bounds of {@link FrameKind}, and what it reads has been held
 * against them by {@link PeerFrameReader}. Pure. A frame, numbers with the high byte first:
 *
 * <pre>
 *   bytes of fields 4 | bytes of body 4 | kind 1 | id 4 | fields | body
 * </pre>
 */
public final class PeerFrameCodec {
    /** Bytes before the fields. */
    public static final int HEADER = 13;

    private static final int ABOUT = 256;
    private static final int MOST_REASON = 250;
    private static final int ABSENT = 0;
    private static final int MOVED = 1;
    private static final int REFUSED = 2;

    /** By their numbers on the wire. */
    private static final List<RevalidationResult> RESULTS =
            List.of(RevalidationResult.UNCHANGED, RevalidationResult.CHANGED, RevalidationResult.GONE);

    private static final List<Wanted> WANTED = List.of(Wanted.NOTHING, Wanted.DOCUMENT, Wanted.RESPONSE);

    private static final List<PeerFrame.Fetch.From> SOURCES =
            List.of(PeerFrame.Fetch.From.MEMORY, PeerFrame.Fetch.From.HOME, PeerFrame.Fetch.From.OFFER);

    private PeerFrameCodec() {}

    /**
     * Encodes a frame's header and fields; its body has to follow, and remains the caller's.
     *
     * @throws IllegalArgumentException when the frame is beyond the bounds of its kind
     */
    public static ByteBuf head(int id, PeerFrame frame, ByteBufAllocator allocator) {
        FrameKind kind = frame.kind();
        byte[] fields = fields(frame);
        int body = frame.body().readableBytes();
        if (fields.length > kind.mostFields() || body > kind.mostBody()) {
            throw new IllegalArgumentException("a frame " + kind + " of " + fields.length + " and " + body
                    + " bytes; expected at most " + kind.mostFields() + " and " + kind.mostBody());
        }
        ByteBuf head = allocator.directBuffer(HEADER + fields.length, HEADER + fields.length);
        return head.writeInt(fields.length)
                .writeInt(body)
                .writeByte(kind.code())
                .writeInt(id)
                .writeBytes(fields);
    }

    private static byte[] fields(PeerFrame frame) {
        WireWriter out = new WireWriter(ABOUT);
        switch (frame) {
            case PeerFrame.Hello hello ->
                out.writeShort(hello.version())
                        .writeInt(hello.tag())
                        .writeInt(hello.meant())
                        .writeShortText(hello.token())
                        .writeShortText(hello.name());
            case PeerFrame.Refused refused -> out.writeShortText(brief(refused.reason()));
            case PeerFrame.Purges purges -> PurgeValueCodec.clock(out, purges.known());
            case PeerFrame.Locate locate -> {
                TableFrameCodec.write(locate.count(), out);
                TableFrameCodec.write(locate.ageing(), out);
                out.writeByte(WANTED.indexOf(locate.wanted()));
            }
            case PeerFrame.Located located -> {
                TableFrameCodec.write(located.entry(), out);
                out.writeBoolean(located.isGiven());
            }
            case PeerFrame.Fetch fetch -> {
                out.writeByte(SOURCES.indexOf(fetch.from())).writeShortText(fetch.path());
                TableFrameCodec.write(fetch.count(), out);
                out.writeLong(fetch.version());
            }
            case PeerFrame.Have have -> {
                have.copy().write(out);
                out.writeInt(have.load());
            }
            case PeerFrame.Credit credit -> out.writeInt(credit.bytes());
            case PeerFrame.Said said -> writeLookup(said.lookup(), out);
            case PeerFrame.Failed failed -> out.writeShortText(brief(failed.reason()));
            case PeerFrame.Check check -> out.writeShortText(check.path()).writeShortText(check.etag());
            case PeerFrame.Checked checked -> out.writeByte(RESULTS.indexOf(checked.result()));
            case PeerFrame.Invalidate invalidate ->
                out.writeShortText(invalidate.key()).writeLong(invalidate.version());
            case PeerFrame.Claim claim -> {
                out.writeShortText(claim.key());
                TableFrameCodec.write(claim.mine(), out);
                TableFrameCodec.write(claim.failed(), out);
            }
            case PeerFrame.Ended ended -> {
                out.writeShortText(ended.key());
                TableFrameCodec.write(ended.mine(), out);
                out.writeBoolean(ended.held());
            }
            case PeerFrame.NotHeld none -> out.writeShortText(none.key()).writeInt(none.holder());
            case PeerFrame.Changed changed -> out.writeShortText(changed.key()).writeLong(changed.since());
            case PeerFrame.Filled filled -> {
                TableFrameCodec.write(filled.count(), out);
                TableFrameCodec.write(filled.ageing(), out);
            }
            case PeerFrame.Report report -> {
                TableFrameCodec.write(report.ageing(), out);
                out.writeShort(report.counts().size());
                report.counts().forEach(count -> TableFrameCodec.write(count, out));
            }
            case PeerFrame.Reported reported -> {
                out.writeShort(reported.entries().size());
                reported.entries().forEach(entry -> TableFrameCodec.write(entry, out));
            }
            case PeerFrame.Join join -> SharedResponseFrameCodec.write(join.ask(), out);
            case PeerFrame.Given given -> {
                SharedResponseFrameCodec.write(given.reply(), out);
                out.writeLong(given.length());
            }
            case PeerFrame.Same same -> SharedResponseFrameCodec.write(same.reply(), out);
            case PeerFrame.FailedOrigin failed -> SharedResponseFrameCodec.write(failed.why(), out);
            case PeerFrame.Read read -> out.writeBlock(read.key().bytes()).writeLong(read.known());
            case PeerFrame.HomeAnswered home ->
                out.writeBlock(HomeCodec.write(brief(home.answer()))).writeInt(home.length());
            default -> {} // It has no fields.
        }
        return out.toByteArray();
    }

    private static HomeAnswer brief(HomeAnswer answer) {
        return answer instanceof HomeAnswer.Unavailable unavailable
                ? new HomeAnswer.Unavailable(brief(unavailable.reason()))
                : answer;
    }

    /** A reason is for the log: its end may be missing. */
    private static String brief(String reason) {
        return reason.length() <= MOST_REASON / 2 ? reason : reason.substring(0, MOST_REASON / 2);
    }

    private static void writeLookup(LookupResult lookup, WireWriter out) {
        switch (lookup) {
            case LookupResult.Absent absent -> out.writeByte(ABSENT);
            case LookupResult.Moved moved -> out.writeByte(MOVED).writeShortText(moved.location());
            case LookupResult.Refused refused -> out.writeByte(REFUSED).writeShortText(brief(refused.reason()));
            case LookupResult.Found found -> throw new IllegalArgumentException("a document is given, not said");
        }
    }

    /**
     * Decodes a frame.
     *
     * @param body one reference passes to the frame, and stays the caller's when this throws; empty for kinds without
     * @throws IOException when the fields are not those of the kind
     */
    public static PeerFrame read(FrameKind kind, byte[] fields, ByteBuf body) throws IOException {
        WireReader in = new WireReader(fields);
        PeerFrame frame;
        try {
            frame = read(kind, in, body);
        } catch (IllegalArgumentException e) {
            // The bounds of a value.
            throw new IOException(e.getMessage(), e);
        }
        if (in.left() > 0) {
            throw new IOException("a frame " + kind + " with " + in.left() + " bytes too many");
        }
        return frame;
    }

    private static PeerFrame read(FrameKind kind, WireReader in, ByteBuf body) throws IOException {
        return switch (kind) {
            case HELLO -> hello(in);
            case REFUSED -> new PeerFrame.Refused(in.readShortText());
            case PURGES -> new PeerFrame.Purges(PurgeValueCodec.clock(in));
            case LOCATE ->
                new PeerFrame.Locate(
                        TableFrameCodec.localCount(in),
                        TableFrameCodec.ageing(in),
                        WANTED.get(WireReader.count(in.readUnsignedByte(), WANTED.size() - 1, "as what is wanted")));
            case LOCATED -> new PeerFrame.Located(TableFrameCodec.entry(in), in.readBoolean());
            case FETCH ->
                new PeerFrame.Fetch(
                        SOURCES.get(WireReader.count(in.readUnsignedByte(), SOURCES.size() - 1, "as a source")),
                        in.readShortText(),
                        TableFrameCodec.agedCount(in),
                        TableFrameCodec.atLeast0(in.readLong(), "a version"));
            case HAVE -> new PeerFrame.Have(PeerCopyMetadata.read(in), in.readInt(), body);
            case DATA -> new PeerFrame.Data(body);
            case CREDIT -> new PeerFrame.Credit(positive(in.readInt()));
            case MISS -> new PeerFrame.Miss();
            case LATE -> new PeerFrame.Behind();
            case SAID -> new PeerFrame.Said(readLookup(in));
            case BUSY -> new PeerFrame.Busy();
            case FAILED -> new PeerFrame.Failed(in.readShortText());
            case CANCEL -> new PeerFrame.Cancel();
            case CHECK -> new PeerFrame.Check(in.readShortText(), in.readShortText());
            case CHECKED ->
                new PeerFrame.Checked(
                        RESULTS.get(WireReader.count(in.readUnsignedByte(), RESULTS.size() - 1, "as a result")));
            case INVALIDATE ->
                new PeerFrame.Invalidate(in.readShortText(), TableFrameCodec.atLeast0(in.readLong(), "a version"));
            case CLAIM ->
                new PeerFrame.Claim(in.readShortText(), TableFrameCodec.leader(in), TableFrameCodec.leader(in));
            case ENDED -> new PeerFrame.Ended(in.readShortText(), TableFrameCodec.leader(in), in.readBoolean());
            case NOT_HELD -> new PeerFrame.NotHeld(in.readShortText(), in.readInt());
            case CHANGED ->
                new PeerFrame.Changed(in.readShortText(), TableFrameCodec.atLeast0(in.readLong(), "a version"));
            case FILLED -> new PeerFrame.Filled(TableFrameCodec.localCount(in), TableFrameCodec.ageing(in));
            case REPORT ->
                new PeerFrame.Report(
                        TableFrameCodec.ageing(in),
                        in.readList(
                                in.readUnsignedShort(),
                                PeerFrame.Report.MOST_COUNTS,
                                "counts",
                                TableFrameCodec::localCount));
            case REPORTED ->
                new PeerFrame.Reported(in.readList(
                        in.readUnsignedShort(), PeerFrame.Report.MOST_COUNTS, "counts", TableFrameCodec::entry));
            case CLEAR -> new PeerFrame.Clear();
            case JOIN -> new PeerFrame.Join(SharedResponseFrameCodec.ask(in));
            case ALIVE -> new PeerFrame.Alive();
            case GIVEN -> new PeerFrame.Given(SharedResponseFrameCodec.reply(in), length(in.readLong()), body);
            case END -> new PeerFrame.End();
            case SAME -> new PeerFrame.Same(SharedResponseFrameCodec.reply(in));
            case APART -> new PeerFrame.Apart();
            case FAILED_ORIGIN -> new PeerFrame.FailedOrigin(SharedResponseFrameCodec.failure(in));
            case READ -> new PeerFrame.Read(ObjectKey.of(in.readBlock()), in.readLong());
            case HOME_ANSWERED ->
                new PeerFrame.HomeAnswered(
                        HomeCodec.readAnswer(in.readBlock()),
                        WireReader.count(in.readInt(), PeerFrame.HomeAnswered.MOST_BYTES, "bytes of an object"),
                        body);
        };
    }

    /** Of a version that is too old nothing more is read; its sender needs the reason of the refusal. */
    private static PeerFrame.Hello hello(WireReader in) throws IOException {
        int version = in.readUnsignedShort();
        if (version < PeerFrame.LEAST_VERSION) {
            in.readBytes(in.left());
            return PeerFrame.Hello.other(version);
        }
        PeerFrame.Hello hello =
                new PeerFrame.Hello(version, in.readInt(), in.readInt(), in.readShortText(), in.readShortText());
        if (version > PeerFrame.VERSION) {
            in.readBytes(in.left());
        }
        return hello;
    }

    private static LookupResult readLookup(WireReader in) throws IOException {
        return switch (in.readUnsignedByte()) {
            case ABSENT -> new LookupResult.Absent();
            case MOVED -> new LookupResult.Moved(in.readShortText());
            case REFUSED -> new LookupResult.Refused(in.readShortText());
            default -> throw new IOException("a lookup that is none of 0 to 2");
        };
    }

    private static long length(long bytes) throws IOException {
        if (bytes < -1) {
            throw new IOException("a response of " + bytes + " bytes");
        }
        return bytes;
    }

    private static int positive(int number) throws IOException {
        if (number <= 0) {
            throw new IOException(number + "; expected more than 0");
        }
        return number;
    }
}
