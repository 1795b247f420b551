package io.gosling.gos.link.frame;

import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.space.SmallObjectClient.Wanted;
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
    static final List<RevalidationResult> RESULTS =
            List.of(RevalidationResult.UNCHANGED, RevalidationResult.CHANGED, RevalidationResult.GONE);

    static final List<Wanted> WANTED = List.of(Wanted.NOTHING, Wanted.DOCUMENT, Wanted.RESPONSE);

    static final List<PeerFrame.Fetch.From> SOURCES =
            List.of(PeerFrame.Fetch.From.MEMORY, PeerFrame.Fetch.From.HOME, PeerFrame.Fetch.From.OFFER);

    private PeerFrameCodec() {}

    /**
     * Encodes a frame's header and fields; its body has to follow, and remains the caller's.
     *
     * @throws IllegalArgumentException when the frame is beyond the bounds of its kind
     */
    public static ByteBuf head(int id, PeerFrame frame, ByteBufAllocator allocator) {
        FrameKind kind = frame.kind();
        WireWriter out = new WireWriter(ABOUT);
        kind.write(out, frame);
        byte[] fields = out.toByteArray();
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

    static HomeAnswer brief(HomeAnswer answer) {
        return answer instanceof HomeAnswer.Unavailable unavailable
                ? new HomeAnswer.Unavailable(brief(unavailable.reason()))
                : answer;
    }

    /** A reason is for the log: its end may be missing. */
    static String brief(String reason) {
        return reason.length() <= MOST_REASON / 2 ? reason : reason.substring(0, MOST_REASON / 2);
    }

    static void lookup(WireWriter out, LookupResult lookup) {
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
            frame = kind.read(in, body);
        } catch (IllegalArgumentException e) {
            // The bounds of a value.
            throw new IOException(e.getMessage(), e);
        }
        if (in.left() > 0) {
            throw new IOException("a frame " + kind + " with " + in.left() + " bytes too many");
        }
        return frame;
    }

    /** Of a version that is too old nothing more is read; its sender needs the reason of the refusal. */
    static PeerFrame.Hello hello(WireReader in) throws IOException {
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

    static LookupResult lookup(WireReader in) throws IOException {
        return switch (in.readUnsignedByte()) {
            case ABSENT -> new LookupResult.Absent();
            case MOVED -> new LookupResult.Moved(in.readShortText());
            case REFUSED -> new LookupResult.Refused(in.readShortText());
            default -> throw new IOException("a lookup that is none of 0 to 2");
        };
    }

    static long length(long bytes) throws IOException {
        if (bytes < -1) {
            throw new IOException("a response of " + bytes + " bytes");
        }
        return bytes;
    }

    static int positive(int number) throws IOException {
        if (number <= 0) {
            throw new IOException(number + "; expected more than 0");
        }
        return number;
    }
}
