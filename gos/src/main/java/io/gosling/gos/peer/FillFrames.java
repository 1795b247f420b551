package io.gosling.gos.peer;

import io.gosling.caching.ReplyCodec;
import io.gosling.caching.StoredReply;
import io.gosling.document.BlockInputStream;
import io.gosling.document.Ticker;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.ReplyDesk;
import io.gosling.gos.space.ReplyDesk.News;
import io.gosling.http.Headers;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The framing of a response on its way from the node that fetches it to one that has joined, as a body whose length is
 * not known yet:
 *
 * <pre>
 *   0                              nothing new, but the leader is alive, though it may not know yet that it leads;
 *                                  every 200 ms, or 400 ms at the most
 *   1 n reply, n variant, length   the head: {@link ReplyCodec}, the key of the variant, bytes in all or -1
 *   2 n bytes                      some bytes
 *   3                              the end: all bytes were sent
 *   4                              the response cannot be shared
 *   5                              there will be no response from this node
 *   6 status, answered, retry      the origin failed: the status to answer, whether it is the origin's own answer, and
 *                                  the seconds of a Retry-After
 *   7 n reply, n variant           in place of a head: the requester's copy is still valid; nothing follows
 * </pre>
 *
 * <p>A reader that gets nothing within the progress time knows that the leader is dead or frozen. Pure but for the
 * streams.
 */
final class FillFrames {
    static final Duration BEAT = Duration.ofMillis(200);

    /** Bound on the request's headers, above that of clients. */
    static final int MOST_FIELDS = 1 << 18;

    private static final int ALIVE = 0;
    private static final int HEAD = 1;
    private static final int BYTES = 2;
    private static final int END = 3;
    private static final int HIT_FOR_MISS = 4;
    private static final int NONE = 5;
    private static final int FAILED = 6;
    private static final int SAME = 7;
    private static final int PIECE = 16 << 10;
    private static final int MOST_VARIANT = 256;

    private FillFrames() {}

    static void write(ReplyDesk.Giving giving, OutputStream to, Ticker ticker)
            throws IOException, InterruptedException {
        DataOutputStream out = new DataOutputStream(to);
        out.writeByte(ALIVE);
        out.flush();
        News news = giving.news(BEAT);
        while (news instanceof News.NotYet) {
            out.writeByte(ALIVE);
            out.flush();
            news = giving.news(BEAT);
        }
        if (news instanceof News.Head head) {
            head(head, ticker.nanos(), out);
            bytes(giving, out);
        } else if (news instanceof News.Same same) {
            out.writeByte(SAME);
            about(same.reply(), same.variant(), ticker.nanos(), out);
            out.flush();
        } else {
            none(news, out);
        }
    }

    private static void none(News news, DataOutputStream out) throws IOException {
        if (news instanceof News.Failed failed) {
            out.writeByte(FAILED);
            out.writeShort(failed.why().status());
            out.writeBoolean(failed.why().answered());
            out.writeShort(failed.why().retrySeconds());
        } else {
            out.writeByte(news instanceof News.Apart ? HIT_FOR_MISS : NONE);
        }
        out.flush();
    }

    private static void head(News.Head head, long nowNanos, DataOutputStream out) throws IOException {
        out.writeByte(HEAD);
        about(head.reply(), head.variant(), nowNanos, out);
        out.writeLong(head.length());
        out.flush();
    }

    private static void about(StoredReply reply, String variant, long nowNanos, DataOutputStream out)
            throws IOException {
        block(out, ReplyCodec.write(reply, nowNanos));
        block(out, variant.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(ReplyDesk.Giving giving, DataOutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int read = giving.read(piece, BEAT); read >= 0; read = giving.read(piece, BEAT)) {
            if (read == 0) {
                out.writeByte(ALIVE);
            } else {
                out.writeByte(BYTES);
                out.writeInt(read);
                out.write(piece, 0, read);
            }
            out.flush();
        }
        out.writeByte(END);
        out.flush();
    }

    private static void block(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads up to the head.
     *
     * @param from passes over to the result; closed here otherwise
     * @param timeout timeout for the head, also while the leader is alive
     * @throws IOException on a timeout or malformed frames
     */
    static JoinAnswer read(InputStream from, Duration timeout, Ticker ticker) throws IOException {
        DataInputStream in = new DataInputStream(from);
        boolean given = false;
        try {
            long began = ticker.nanos();
            int kind = in.readUnsignedByte();
            long before = began;
            while (kind == ALIVE) {
                before = ticker.nanos();
                if (before - began > timeout.toNanos()) {
                    return new JoinAnswer.Refused("no header within " + timeout, false);
                }
                kind = in.readUnsignedByte();
            }
            switch (kind) {
                case HEAD -> {
                    StoredReply reply = reply(in, before);
                    String variant = variant(in);
                    long length = in.readLong();
                    if (length < -1) {
                        throw new IOException("a response of " + length + " bytes");
                    }
                    given = true;
                    return new JoinAnswer.Given(reply, variant, length, new Bytes(in));
                }
                case SAME -> {
                    return new JoinAnswer.Same(reply(in, before), variant(in));
                }
                case HIT_FOR_MISS -> {
                    return new JoinAnswer.Apart();
                }
                case NONE -> {
                    return new JoinAnswer.Refused("it has none to give");
                }
                case FAILED -> {
                    return new JoinAnswer.Failed(failure(in));
                }
                default -> throw new IOException("a frame of kind " + kind + "; expected 0, 1 or 4 to 7");
            }
        } finally {
            if (!given) {
                from.close();
            }
        }
    }

    /** @param before a time before it was written, from which its age counts */
    private static StoredReply reply(DataInputStream in, long before) throws IOException {
        return ReplyCodec.read(block(in, ReplyCodec.MOST_BYTES), before);
    }

    private static String variant(DataInputStream in) throws IOException {
        return new String(block(in, MOST_VARIANT), StandardCharsets.UTF_8);
    }

    private static OriginFailure failure(DataInputStream in) throws IOException {
        try {
            return new OriginFailure(in.readUnsignedShort(), in.readBoolean(), in.readUnsignedShort());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static byte[] block(DataInputStream in, int most) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > most) {
            throw new IOException("a frame of " + length + " bytes; expected at most " + most);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("a frame was cut after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static final class Bytes extends BlockInputStream {
        private final DataInputStream in;
        private int left;
        private boolean ended;

        Bytes(DataInputStream in) {
            this.in = in;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (left == 0 && !ended) {
                next();
            }
            if (ended) {
                return -1;
            }
            int read = in.read(to, offset, Math.min(left, length));
            if (read < 0) {
                throw new IOException("the response was cut within a frame");
            }
            left -= read;
            return read;
        }

        private void next() throws IOException {
            int kind = in.readUnsignedByte();
            switch (kind) {
                case ALIVE -> {}
                case END -> ended = true;
                case BYTES -> {
                    left = in.readInt();
                    if (left < 0 || left > PIECE) {
                        throw new IOException("a frame of " + left + " bytes; expected at most " + PIECE);
                    }
                }
                default -> throw new IOException("a frame of kind " + kind + " within a response");
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Encodes a request's headers as a message: {@code name value} in turn, each with its length before it. */
    static byte[] fields(Headers fields) {
        WireWriter out = new WireWriter(512);
        for (Headers.Field field : fields) {
            out.writeText(field.name()).writeText(field.value());
        }
        return out.toByteArray();
    }

    static Headers fields(byte[] message) throws IOException {
        WireReader in = new WireReader(message);
        List<Headers.Field> fields = new ArrayList<>();
        try {
            while (in.left() > 0) {
                fields.add(new Headers.Field(in.readText(), in.readText()));
            }
            return Headers.of(fields);
        } catch (IllegalArgumentException e) {
            throw new IOException("invalid headers: " + e.getMessage(), e);
        }
    }
}
