package io.gosling.gos.link.frame;

import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.http.Headers;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads requests for responses of origins, and their answers, as fields of frames. Pure. */
final class SharedResponseFrameCodec {
    /** Bound on the request's headers, above that of clients. */
    static final int MOST_REQUEST = 1 << 18;

    static final int MOST_VARIANT = 256;
    private static final int ABOUT = 512;

    private SharedResponseFrameCodec() {}

    /** @throws IllegalArgumentException when the request's headers are too large */
    static void ask(WireWriter out, SharedResponseRequest ask) {
        WireWriter headers = new WireWriter(ABOUT);
        for (Headers.Field field : ask.fields()) {
            headers.writeText(field.name()).writeText(field.value());
        }
        if (headers.size() > MOST_REQUEST) {
            throw new IllegalArgumentException(
                    "a request with headers of " + headers.size() + " bytes; expected at most " + MOST_REQUEST);
        }
        out.writeText(ask.url())
                .writeBlock(headers.toByteArray())
                .writeText(ask.tag())
                .writeLong(ask.number());
    }

    static SharedResponseRequest ask(WireReader in) throws IOException {
        String url = in.readText();
        Headers headers = headers(block(in, MOST_REQUEST));
        String tag = in.readText();
        return new SharedResponseRequest(url, headers, tag, TableFrameCodec.atLeast0(in.readLong(), "a number"));
    }

    private static Headers headers(byte[] message) throws IOException {
        WireReader in = new WireReader(message);
        List<Headers.Field> fields = new ArrayList<>();
        while (in.left() > 0) {
            fields.add(new Headers.Field(in.readText(), in.readText()));
        }
        return Headers.of(fields);
    }

    static WireWriter reply(WireWriter out, EncodedResponseHead reply) {
        return out.writeBlock(reply.encoded()).writeText(reply.variant());
    }

    static EncodedResponseHead reply(WireReader in) throws IOException {
        byte[] encoded = block(in, StoredResponseHeadCodec.MOST_BYTES);
        return new EncodedResponseHead(encoded, new String(block(in, MOST_VARIANT), StandardCharsets.UTF_8));
    }

    static void failure(WireWriter out, OriginFailure why) {
        out.writeShort(why.status()).writeBoolean(why.answered()).writeShort(why.retrySeconds());
    }

    static OriginFailure failure(WireReader in) throws IOException {
        return new OriginFailure(in.readUnsignedShort(), in.readBoolean(), in.readUnsignedShort());
    }

    private static byte[] block(WireReader in, int most) throws IOException {
        return in.readBytes(WireReader.count(in.readInt(), most, "bytes"));
    }
}
