package io.gosling.tools.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The constant text around the target in an HTTP/1.1 request. Immutable. */
final class RequestForm {
    private static final byte[] GET = {'G', 'E', 'T', ' '};

    private final byte[] rest;

    RequestForm(Target server, Map<String, String> fields, boolean keep) {
        StringBuilder text = new StringBuilder(" HTTP/1.1\r\nHost: ").append(server.authority());
        fields.forEach(
                (name, value) -> text.append("\r\n").append(name).append(": ").append(value));
        text.append(keep ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n");
        rest = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    ByteBuf request(byte[] target, ByteBufAllocator buffers) {
        return buffers.directBuffer(GET.length + target.length + rest.length)
                .writeBytes(GET)
                .writeBytes(target)
                .writeBytes(rest);
    }
}
