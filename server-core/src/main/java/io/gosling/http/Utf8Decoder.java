package io.gosling.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict decoder of UTF-8: malformed bytes are the client's fault. Pure. */
final class Utf8Decoder {
    private Utf8Decoder() {}

    /** @throws StatusException 400 when the bytes are not UTF-8 */
    static String decode(byte[] bytes) {
        return decode(bytes, bytes.length);
    }

    static String decode(byte[] bytes, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new StatusException(400, "a parameter is not UTF-8");
        }
    }
}
