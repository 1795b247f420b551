package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Encodes a stored response, but for its bytes, for transfer to another node. Its age and the time since it was
 * received are sent, not the instants: clocks differ. Pure.
 */
public final class StoredResponseHeadCodec {
    /** The largest size of a response's headers; no accepted header of an origin is larger. */
    public static final int MOST_BYTES = 1 << 20;

    private static final int FORMAT = 1;
    private static final int EXPLICIT = 1;
    private static final int VALIDATED_ALWAYS = 2;
    private static final int NEVER_STALE = 4;
    private static final int SHARED = 8;

    private StoredResponseHeadCodec() {}

    /**
     * The response as it is now.
     *
     * @param nowNanos by the ticker
     */
    public static byte[] write(StoredResponseHead reply, long nowNanos) {
        WireWriter out = new WireWriter(512);
        out.writeByte(FORMAT).writeShort(reply.status());
        duration(out, reply.initialAge());
        out.writeLong(Math.max(0, nowNanos - reply.receivedNanos()));
        terms(out, reply.terms());
        out.writeInt(reply.fields().size());
        for (Headers.Field field : reply.fields()) {
            out.writeText(field.name()).writeText(field.value());
        }
        out.writeInt(reply.tags().size());
        reply.tags().forEach(out::writeText);
        return out.toByteArray();
    }

    /**
     * Decodes a response.
     *
     * @param nowNanos by this node's ticker, less the time since the bytes were written
     * @throws IOException when the bytes are no response; the message says what was found
     */
    public static StoredResponseHead read(byte[] bytes, long nowNanos) throws IOException {
        try {
            WireReader in = new WireReader(bytes);
            int format = in.readUnsignedByte();
            if (format != FORMAT) {
                throw new IOException("a stored response of format " + format + "; expected " + FORMAT);
            }
            int status = in.readUnsignedShort();
            if (status < 200 || status > 599 || status == 304) {
                throw new IOException("a stored response of status " + status);
            }
            Duration initialAge = duration(in);
            long heldNanos = in.readLong();
            if (heldNanos < 0) {
                throw new IOException("a stored response held for " + heldNanos + " ns");
            }
            ResponseReuseTerms terms = terms(in);
            List<Headers.Field> fields = in.readList(
                    in.readInt(), in.left(), "fields", each -> new Headers.Field(each.readText(), each.readText()));
            List<String> tags = in.readList(in.readInt(), in.left(), "tags", WireReader::readText);
            if (in.left() > 0) {
                throw new IOException("a stored response with something behind it");
            }
            StoredResponseHead reply = new StoredResponseHead(
                    status, Headers.of(fields), terms, initialAge, nowNanos - heldNanos, Set.copyOf(tags));
            if (reply.isSliceIndex() && (reply.outlinedLength() <= 0 || !reply.hasStrongTag())) {
                throw new IOException("an outline of a response that does not say of which");
            }
            return reply;
        } catch (IllegalArgumentException e) {
            throw new IOException("a stored response that cannot be one: " + e.getMessage(), e);
        }
    }

    private static void terms(WireWriter out, ResponseReuseTerms terms) {
        out.writeByte((terms.explicit() ? EXPLICIT : 0)
                | (terms.validatedAlways() ? VALIDATED_ALWAYS : 0)
                | (terms.neverStale() ? NEVER_STALE : 0)
                | (terms.shared() ? SHARED : 0));
        duration(out, terms.lifetime());
        duration(out, terms.staleWhileRevalidate());
        duration(out, terms.staleIfError());
    }

    private static ResponseReuseTerms terms(WireReader in) throws IOException {
        int said = in.readUnsignedByte();
        return new ResponseReuseTerms(
                duration(in),
                (said & EXPLICIT) != 0,
                (said & VALIDATED_ALWAYS) != 0,
                (said & NEVER_STALE) != 0,
                (said & SHARED) != 0,
                duration(in),
                duration(in));
    }

    private static void duration(WireWriter out, Duration time) {
        out.writeLong(time.toSeconds()).writeInt(time.toNanosPart());
    }

    private static Duration duration(WireReader in) throws IOException {
        long seconds = in.readLong();
        int nanos = in.readInt();
        if (seconds < 0 || seconds > CacheControlDirectives.MOST_SECONDS || nanos < 0 || nanos >= 1_000_000_000) {
            throw new IOException("a time of " + seconds + " s and " + nanos + " ns");
        }
        return Duration.ofSeconds(seconds, nanos);
    }
}
