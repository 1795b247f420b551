package io.gosling.tools.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a trace to a file, a hundred requests to a second: {@code .log} and {@code .clf} as an access log, {@code .tr}
 * as lines {@code time id size}; also with {@code .gz}.
 */
public final class TraceWriter {
    private static final int EACH_SECOND = 100;
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final DateTimeFormatter LOG_TIME = CommonLogParser.TIME.withZone(ZoneOffset.UTC);

    private TraceWriter() {}

    /** @throws IOException when it cannot be written, or its name tells no form that can be */
    public static void write(Trace trace, Path file) throws IOException {
        String name = file.getFileName().toString();
        boolean packed = name.endsWith(".gz");
        String inside = packed ? name.substring(0, name.length() - 3) : name;
        boolean log = inside.endsWith(".log") || inside.endsWith(".clf");
        if (!log && !inside.endsWith(".tr")) {
            throw new IOException(
                    file + ": its name tells no form that is written; expected .log, .clf or .tr, also with" + " .gz");
        }
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out =
                        new BufferedOutputStream(packed ? new GZIPOutputStream(raw, 1 << 16) : raw, 1 << 16)) {
            byte[] begin = {};
            for (int i = 0; i < trace.requests().length; i++) {
                if (i % EACH_SECOND == 0) {
                    begin = log ? logBegin(i / EACH_SECOND) : bytes(i / EACH_SECOND + " ");
                }
                int object = trace.requests()[i];
                out.write(begin);
                out.write(bytes(Integer.toString(object)));
                out.write(bytes(log ? " HTTP/1.1\" 200 " : " "));
                out.write(bytes(Long.toString(trace.sizes()[object])));
                out.write('\n');
            }
        }
    }

    private static byte[] logBegin(int seconds) {
        return bytes("192.0.2.1 - - [" + LOG_TIME.format(BEGIN.plusSeconds(seconds)) + "] \"GET /");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
