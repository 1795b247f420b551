package io.gosling.http;

import io.gosling.document.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a multipart form, one after the other while they arrive; nothing is kept. A part can be read until the
 * next one is requested. Used by the request's thread.
 */
public final class MultipartReader {
    private static final Set<String> PLAIN = Set.of("7bit", "8bit", "binary");

    private final MultipartParser input;
    private final FormLimits limits;
    private int count;

    private MultipartReader(MultipartParser input, FormLimits limits) {
        this.input = input;
        this.limits = limits;
    }

    /** @throws StatusException 415 when the body is no multipart form, 400 when it has no usable boundary */
    static MultipartReader of(Request request, FormLimits limits) {
        MediaType type = request.contentType();
        if (type == null || !type.is("multipart/form-data")) {
            throw new StatusException(415, "expected multipart/form-data");
        }
        String boundary = type.parameter("boundary");
        if (boundary == null || boundary.isEmpty() || boundary.length() > 70) {
            throw new StatusException(400, "the boundary of a multipart form must have 1 to 70 characters");
        }
        return new MultipartReader(new MultipartParser(request.body(), boundary), limits);
    }

    /**
     * The next part, or null when there are no more.
     *
     * @throws StatusException 400 when the body is malformed, 413 or 431 when it exceeds the limits
     */
    public @Nullable Part next() throws IOException {
        if (!input.next()) {
            return null;
        }
        if (++count > limits.fields()) {
            throw new StatusException(413, "the form has more than " + limits.fields() + " parts");
        }
        Headers headers = input.headers(limits.partHeaderBytes());
        String coding = headers.first("Content-Transfer-Encoding");
        if (coding != null && !PLAIN.contains(coding.toLowerCase(Locale.ROOT))) {
            throw new StatusException(415, "parts have no transfer encoding (RFC 7578, section 4.7)");
        }
        return Coming.of(headers, new PartBytes());
    }

    private record Coming(String name, @Nullable String fileName, Headers headers, PartBytes bytes) implements Part {
        static Coming of(Headers headers, PartBytes bytes) {
            String field = headers.first("Content-Disposition");
            int semicolon = field == null ? -1 : field.indexOf(';');
            if (field == null
                    || semicolon < 0
                    || !field.substring(0, semicolon).strip().equalsIgnoreCase("form-data")) {
                throw new StatusException(400, "each part of a form has a Content-Disposition: form-data with a name");
            }
            Map<String, String> parameters = HeaderParameterParser.ofForm(field, semicolon);
            String name = parameters.get("name");
            if (name == null) {
                throw new StatusException(400, "a part of the form has no name");
            }
            String file = parameters.get("filename");
            return new Coming(text(name), file == null ? null : withoutDirectories(text(file)), headers, bytes);
        }

        private static String text(String value) {
            String utf8 = Utf8Decoder.decode(value.getBytes(StandardCharsets.ISO_8859_1));
            return utf8.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n");
        }

        private static String withoutDirectories(String file) {
            return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public InputStream open() {
            return bytes;
        }

        @Override
        public void saveTo(Path file) throws IOException {
            Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The bytes of one part while they arrive: bounded, and ended when the next part is requested. */
    private final class PartBytes extends BlockInputStream {
        private final int number = count;
        private long read;

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (count != number) {
                throw new IOException("the part has passed: its bytes are read before the next part is asked for");
            }
            int got = input.read(into, offset, length);
            read += Math.max(0, got);
            if (read > limits.partBytes()) {
                throw new StatusException(413, "a part of the form has more than " + limits.partBytes() + " bytes");
            }
            return got;
        }
    }
}
