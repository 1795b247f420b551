package io.gosling.gos.link.frame;

import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.purge.message.PurgeValueCodec;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of frames, with their numbers on the wire, their bounds in bytes, and their fields as they are written and
 * read. A reader checks the bounds before it reserves memory.
 */
public enum FrameKind {
    HELLO(
            1,
            PeerFrame.Hello.class,
            512,
            (out, hello) -> out.writeShort(hello.version())
                    .writeInt(hello.tag())
                    .writeInt(hello.meant())
                    .writeShortText(hello.token())
                    .writeShortText(hello.name()),
            PeerFrameCodec::hello),
    REFUSED(
            2,
            PeerFrame.Refused.class,
            512,
            (out, refused) -> out.writeShortText(PeerFrameCodec.brief(refused.reason())),
            in -> new PeerFrame.Refused(in.readShortText())),
    PURGES(
            3,
            PeerFrame.Purges.class,
            2 + 16 * PurgeVersionVector.MOST_STREAMS,
            (out, purges) -> PurgeValueCodec.clock(out, purges.known()),
            in -> new PeerFrame.Purges(PurgeValueCodec.clock(in))),
    LOCATE(
            4,
            PeerFrame.Locate.class,
            (out, locate) -> TableFrameCodec.ageing(TableFrameCodec.localCount(out, locate.count()), locate.ageing())
                    .writeByte(PeerFrameCodec.WANTED.indexOf(locate.wanted())),
            in -> new PeerFrame.Locate(
                    TableFrameCodec.localCount(in),
                    TableFrameCodec.ageing(in),
                    TableFrameCodec.choice(in, PeerFrameCodec.WANTED, "as what is wanted"))),
    LOCATED(
            5,
            PeerFrame.Located.class,
            256,
            (out, located) -> TableFrameCodec.entry(out, located.entry()).writeBoolean(located.isGiven()),
            in -> new PeerFrame.Located(TableFrameCodec.entry(in), in.readBoolean())),
    FETCH(
            6,
            PeerFrame.Fetch.class,
            (out, fetch) -> TableFrameCodec.agedCount(
                            out.writeByte(PeerFrameCodec.SOURCES.indexOf(fetch.from()))
                                    .writeShortText(fetch.path()),
                            fetch.count())
                    .writeLong(fetch.version()),
            in -> new PeerFrame.Fetch(
                    TableFrameCodec.choice(in, PeerFrameCodec.SOURCES, "as a source"),
                    in.readShortText(),
                    TableFrameCodec.agedCount(in),
                    TableFrameCodec.atLeast0(in.readLong(), "a version"))),
    HAVE(
            7,
            PeerFrame.Have.class,
            16 << 10,
            Bytes.BODY,
            (out, have) -> have.copy().write(out).writeInt(have.load()),
            (in, body) -> new PeerFrame.Have(PeerCopyMetadata.read(in), in.readInt(), body)),
    DATA(8, PeerFrame.Data.class, 0, Bytes.BODY, (out, data) -> {}, (in, body) -> new PeerFrame.Data(body)),
    CREDIT(
            9,
            PeerFrame.Credit.class,
            4,
            (out, credit) -> out.writeInt(credit.bytes()),
            in -> new PeerFrame.Credit(PeerFrameCodec.positive(in.readInt()))),
    MISS(10, PeerFrame.Miss.class, PeerFrame.Miss::new),
    LATE(11, PeerFrame.Behind.class, PeerFrame.Behind::new),
    SAID(
            12,
            PeerFrame.Said.class,
            (out, said) -> PeerFrameCodec.lookup(out, said.lookup()),
            in -> new PeerFrame.Said(PeerFrameCodec.lookup(in))),
    BUSY(13, PeerFrame.Busy.class, PeerFrame.Busy::new),
    FAILED(
            14,
            PeerFrame.Failed.class,
            1 << 10,
            (out, failed) -> out.writeShortText(PeerFrameCodec.brief(failed.reason())),
            in -> new PeerFrame.Failed(in.readShortText())),
    CANCEL(15, PeerFrame.Cancel.class, PeerFrame.Cancel::new),
    CHECK(
            16,
            PeerFrame.Check.class,
            (out, check) -> out.writeShortText(check.path()).writeShortText(check.etag()),
            in -> new PeerFrame.Check(in.readShortText(), in.readShortText())),
    CHECKED(
            17,
            PeerFrame.Checked.class,
            1,
            (out, checked) -> out.writeByte(PeerFrameCodec.RESULTS.indexOf(checked.result())),
            in -> new PeerFrame.Checked(TableFrameCodec.choice(in, PeerFrameCodec.RESULTS, "as a result"))),
    INVALIDATE(
            18,
            PeerFrame.Invalidate.class,
            (out, invalidate) -> out.writeShortText(invalidate.key()).writeLong(invalidate.version()),
            in -> new PeerFrame.Invalidate(in.readShortText(), TableFrameCodec.atLeast0(in.readLong(), "a version"))),
    JOIN(
            20,
            PeerFrame.Join.class,
            SharedResponseFrameCodec.MOST_REQUEST + (64 << 10),
            (out, join) -> SharedResponseFrameCodec.ask(out, join.ask()),
            in -> new PeerFrame.Join(SharedResponseFrameCodec.ask(in))),
    ALIVE(21, PeerFrame.Alive.class, PeerFrame.Alive::new),
    GIVEN(
            22,
            PeerFrame.Given.class,
            Bytes.REPLY,
            Bytes.BODY,
            (out, given) -> SharedResponseFrameCodec.reply(out, given.reply()).writeLong(given.length()),
            (in, body) -> new PeerFrame.Given(
                    SharedResponseFrameCodec.reply(in), PeerFrameCodec.length(in.readLong()), body)),
    END(23, PeerFrame.End.class, PeerFrame.End::new),
    SAME(
            24,
            PeerFrame.Same.class,
            Bytes.REPLY,
            (out, same) -> SharedResponseFrameCodec.reply(out, same.reply()),
            in -> new PeerFrame.Same(SharedResponseFrameCodec.reply(in))),
    APART(25, PeerFrame.Apart.class, PeerFrame.Apart::new),
    FAILED_ORIGIN(
            27,
            PeerFrame.FailedOrigin.class,
            5,
            (out, failed) -> SharedResponseFrameCodec.failure(out, failed.why()),
            in -> new PeerFrame.FailedOrigin(SharedResponseFrameCodec.failure(in))),
    CLAIM(
            30,
            PeerFrame.Claim.class,
            (out, claim) -> TableFrameCodec.leader(
                    TableFrameCodec.leader(out.writeShortText(claim.key()), claim.mine()), claim.failed()),
            in -> new PeerFrame.Claim(in.readShortText(), TableFrameCodec.leader(in), TableFrameCodec.leader(in))),
    ENDED(
            31,
            PeerFrame.Ended.class,
            (out, ended) -> TableFrameCodec.leader(out.writeShortText(ended.key()), ended.mine())
                    .writeBoolean(ended.held()),
            in -> new PeerFrame.Ended(in.readShortText(), TableFrameCodec.leader(in), in.readBoolean())),
    NOT_HELD(
            32,
            PeerFrame.NotHeld.class,
            (out, none) -> out.writeShortText(none.key()).writeInt(none.holder()),
            in -> new PeerFrame.NotHeld(in.readShortText(), in.readInt())),
    CHANGED(
            33,
            PeerFrame.Changed.class,
            (out, changed) -> out.writeShortText(changed.key()).writeLong(changed.since()),
            in -> new PeerFrame.Changed(in.readShortText(), TableFrameCodec.atLeast0(in.readLong(), "a version"))),
    FILLED(
            34,
            PeerFrame.Filled.class,
            (out, filled) -> TableFrameCodec.ageing(TableFrameCodec.localCount(out, filled.count()), filled.ageing()),
            in -> new PeerFrame.Filled(TableFrameCodec.localCount(in), TableFrameCodec.ageing(in))),
    REPORT(
            35,
            PeerFrame.Report.class,
            256 << 10,
            (out, report) -> TableFrameCodec.list(
                    TableFrameCodec.ageing(out, report.ageing()), report.counts(), TableFrameCodec::localCount),
            in -> new PeerFrame.Report(
                    TableFrameCodec.ageing(in), TableFrameCodec.list(in, TableFrameCodec::localCount))),
    REPORTED(
            36,
            PeerFrame.Reported.class,
            64 << 10,
            (out, reported) -> TableFrameCodec.list(out, reported.entries(), TableFrameCodec::entry),
            in -> new PeerFrame.Reported(TableFrameCodec.list(in, TableFrameCodec::entry))),
    CLEAR(37, PeerFrame.Clear.class, PeerFrame.Clear::new),
    READ(
            38,
            PeerFrame.Read.class,
            (out, read) -> out.writeBlock(read.key().bytes()).writeLong(read.known()),
            in -> new PeerFrame.Read(ObjectKey.of(in.readBlock()), in.readLong())),
    HOME_ANSWERED(
            39,
            PeerFrame.HomeAnswered.class,
            Bytes.QUESTION,
            Bytes.BODY,
            (out, home) -> out.writeBlock(HomeCodec.write(PeerFrameCodec.brief(home.answer())))
                    .writeInt(home.length()),
            (in, body) -> new PeerFrame.HomeAnswered(
                    HomeCodec.readAnswer(in.readBlock()),
                    WireReader.count(in.readInt(), PeerFrame.HomeAnswered.MOST_BYTES, "bytes of an object"),
                    body));

    /** Bounds that several kinds share. */
    private static final class Bytes {
        /** A path of 8 KiB and some numbers. */
        static final int QUESTION = (8 << 10) + 512;

        static final int BODY = 64 << 10;

        /** A response's headers, the key of its variant, and some numbers. */
        static final int REPLY = StoredResponseHeadCodec.MOST_BYTES + SharedResponseFrameCodec.MOST_VARIANT + 64;
    }

    /** Most bytes of a body in one frame. */
    public static final int MOST_BODY = Bytes.BODY;

    private static final @Nullable FrameKind[] BY_CODE = new FrameKind[Byte.MAX_VALUE + 1];

    private static final Map<Class<?>, FrameKind> BY_CLASS = new HashMap<>();

    static {
        for (FrameKind kind : values()) {
            BY_CODE[kind.code] = kind;
            BY_CLASS.put(kind.frames, kind);
        }
    }

    private final byte code;
    private final Class<? extends PeerFrame> frames;
    private final int mostFields;
    private final int mostBody;

    @SuppressWarnings("ImmutableEnumChecker") // Neither has state.
    private final Writer<PeerFrame> writer;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Reader reader;

    /** Writes the fields of a frame. */
    private interface Writer<F extends PeerFrame> {
        void write(WireWriter out, F frame);
    }

    /** Reads the fields of a frame, and gives it the body. */
    private interface Reader {
        PeerFrame read(WireReader in, ByteBuf body) throws IOException;
    }

    /** A kind without fields and body. */
    <F extends PeerFrame> FrameKind(int code, Class<F> frames, Supplier<F> made) {
        this(code, frames, 0, 0, (out, frame) -> {}, (in, body) -> made.get());
    }

    /** A question or an answer of that size, without a body. */
    <F extends PeerFrame> FrameKind(int code, Class<F> frames, Writer<F> writer, WireReader.Field<F> reader) {
        this(code, frames, Bytes.QUESTION, writer, reader);
    }

    /** A kind without a body. */
    <F extends PeerFrame> FrameKind(
            int code, Class<F> frames, int mostFields, Writer<F> writer, WireReader.Field<F> reader) {
        this(code, frames, mostFields, 0, writer, (in, body) -> reader.from(in));
    }

    <F extends PeerFrame> FrameKind(
            int code, Class<F> frames, int mostFields, int mostBody, Writer<F> writer, Reader reader) {
        this.code = (byte) code;
        this.frames = frames;
        this.mostFields = mostFields;
        this.mostBody = mostBody;
        this.writer = (out, frame) -> writer.write(out, frames.cast(frame));
        this.reader = reader;
    }

    /** The kind with this number, or null when there is none. */
    public static @Nullable FrameKind of(byte code) {
        return code < 0 ? null : BY_CODE[code];
    }

    static FrameKind of(PeerFrame frame) {
        return Objects.requireNonNull(BY_CLASS.get(frame.getClass()), "each has one");
    }

    void write(WireWriter out, PeerFrame frame) {
        writer.write(out, frame);
    }

    /** @param body one reference passes to the frame, unless this throws */
    PeerFrame read(WireReader in, ByteBuf body) throws IOException {
        return reader.read(in, body);
    }

    public byte code() {
        return code;
    }

    public int mostFields() {
        return mostFields;
    }

    /** 0 for kinds without a body. */
    public int mostBody() {
        return mostBody;
    }

    /** True for the two kinds that are accepted before both sides have proved to be nodes of one cluster. */
    public boolean isOfHandshake() {
        return this == HELLO || this == REFUSED;
    }
}
