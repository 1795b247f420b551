package io.gosling.site.cgi;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The response of a program (RFC 3875, section 6): a header, an empty line, and then the body.
 *
 * @param onward the path, and perhaps query, of this site that is to answer instead (section 6.2.2); null where the
 *     response is the answer
 */
record CgiAnswer(Response response, @Nullable String onward) {
    private static final int MOST_HEADER = 16 << 10;
    private static final Set<String> OURS = Set.of(
            "status",
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /**
     * Reads a response, whose body is the rest of the stream.
     *
     * @param strict whether its body fails unless it is as long as it announces; otherwise the announced length is
     *     ignored. The sender of the response is given no length: it would stop there, and not learn how the program
     *     ends
     * @throws IOException when it is not a valid response
     */
    static CgiAnswer read(InputStream out, boolean strict) throws IOException {
        Headers headers = Headers.empty();
        int status = 0;
        long length = -1;
        int left = MOST_HEADER;
        for (String line = line(out, left); !line.isEmpty(); line = line(out, left)) {
            left -= line.length() + 1;
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("its header has a line without a colon");
            }
            String name = line.substring(0, colon);
            String value = line.substring(colon + 1).strip();
            if (name.equalsIgnoreCase("Status")) {
                status = status(value);
            } else if (strict && name.equalsIgnoreCase("Content-Length")) {
                length = length(value, length);
            } else if (!OURS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                headers = plus(headers, name, value);
            }
        }
        if (headers.size() == 0) {
            throw new IOException("it says neither Content-Type nor Location");
        }
        String location = headers.first("Location");
        boolean local = status == 0 && headers.size() == 1 && location != null && location.startsWith("/");
        int otherwise = location == null ? 200 : 302;
        int said = status == 0 ? otherwise : status;
        boolean bodiless = said == 204 || said == 304;
        InputStream body = length < 0 || bodiless ? out : new MeasuredOutput(out, length);
        Response response = new Response(said, headers, new Body.Streamed(body, -1));
        return new CgiAnswer(response, local ? location : null);
    }

    private static Headers plus(Headers headers, String name, String value) throws IOException {
        try {
            return headers.plus(name, value);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static int status(String value) throws IOException {
        if (!value.matches("[2-5][0-9][0-9]( .*)?")) {
            throw new IOException("its status is none from 200 to 599");
        }
        return Integer.parseInt(value.substring(0, 3));
    }

    private static long length(String value, long before) throws IOException {
        if (!value.matches("[0-9]{1,18}") || (before >= 0 && before != Long.parseLong(value))) {
            throw new IOException("its Content-Length is not one number of bytes");
        }
        return Long.parseLong(value);
    }

    private static String line(InputStream in, int most) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(80);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("it ended within its header");
            }
            if (line.size() >= most) {
                throw new IOException("its header is longer than " + MOST_HEADER + " bytes");
            }
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
