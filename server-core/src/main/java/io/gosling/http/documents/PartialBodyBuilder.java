package io.gosling.http.documents;

import io.gosling.document.BlockInputStream;
import io.gosling.document.Body;
import io.gosling.document.Representation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Builds a body from ranges of another: a slice, or multipart/byteranges (RFC 9110, section 14.6). */
final class PartialBodyBuilder {
    private PartialBodyBuilder() {}

    static Body slice(Body whole, ByteRange range) {
        return switch (whole) {
            case Body.InMemory memory -> new Body.InMemory(part(memory, range));
            case Body.InFile file -> new Body.InFile(file.channel(), file.position() + range.first(), range.length());
            case Body.Streamed stream ->
                new Body.Streamed(
                        new Closing(new StreamWindow(stream.in(), range.first(), range.length()), whole),
                        range.length());
            case Body.Written written -> throw notADocument(written);
        };
    }

    /** Returns true if the body can be read in this order: a stream goes forward only. */
    static boolean canServe(Body whole, List<ByteRange> ranges) {
        boolean ascending = true;
        for (int i = 1; i < ranges.size(); i++) {
            ascending &= ranges.get(i - 1).last() < ranges.get(i).first();
        }
        return ascending || !(whole instanceof Body.Streamed);
    }

    /** Several ranges, each with a header of its own; closing it closes the whole. */
    static Body multipart(Body whole, List<ByteRange> ranges, Representation document, String boundary) {
        List<InputStream> pieces = new ArrayList<>();
        long length = 0;
        long at = 0;
        for (ByteRange range : ranges) {
            byte[] head = ascii("\r\n--" + boundary + "\r\nContent-Type: " + document.mediaType()
                    + "\r\nContent-Range: " + range.contentRange(document.length()) + "\r\n\r\n");
            pieces.add(new ByteArrayInputStream(head));
            pieces.add(open(whole, range, range.first() - at));
            at = range.last() + 1;
            length += head.length + range.length();
        }
        byte[] end = ascii("\r\n--" + boundary + "--\r\n");
        pieces.add(new ByteArrayInputStream(end));
        InputStream all = new SequenceInputStream(Collections.enumeration(pieces));
        return new Body.Streamed(new Closing(all, whole), length + end.length);
    }

    private static InputStream open(Body whole, ByteRange range, long gap) {
        return switch (whole) {
            case Body.InMemory memory -> new ByteBufInputStream(part(memory, range));
            case Body.InFile file ->
                new FileRangeInputStream(file.channel(), file.position() + range.first(), range.length());
            case Body.Streamed stream -> new StreamWindow(stream.in(), gap, range.length());
            case Body.Written written -> throw notADocument(written);
        };
    }

    /** Returns a slice, which shares the reference that the whole was given. */
    private static ByteBuf part(Body.InMemory whole, ByteRange range) {
        return whole.bytes().slice(whole.bytes().readerIndex() + (int) range.first(), (int) range.length());
    }

    private static IllegalStateException notADocument(Body.Written body) {
        return new IllegalStateException("a document is never " + body);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static final class Closing extends FilterInputStream {
        private final Body whole;

        Closing(InputStream in, Body whole) {
            super(in);
            this.whole = whole;
        }

        @Override
        public void close() {
            whole.close();
        }
    }

    /** A stream of a part of another one; ends early with an error, never silently. Does not close the stream. */
    private static final class StreamWindow extends BlockInputStream {
        private final InputStream in;
        private long skip;
        private long left;

        StreamWindow(InputStream in, long skip, long length) {
            this.in = in;
            this.skip = skip;
            this.left = length;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            in.skipNBytes(skip);
            skip = 0;
            int read = in.read(to, offset, (int) Math.min(length, left));
            if (read < 0) {
                throw new EOFException("the stream ended " + left + " bytes early");
            }
            left -= read;
            return read;
        }
    }
}
