package io.gosling.tools.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileReaderTest {
    static TraceFileReader of(Path file, ObjectSizeDistribution sizes) {
        return new TraceFileReader(List.of(file), null, ColumnMap.USUAL, TraceWindow.ALL, sizes);
    }

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void ofAnAccessLogGetsThatWereAnsweredCountAndWhatDoesNotReadIsCounted() throws IOException {
        String log = """
            c1 - - [10/Oct/2013:13:55:36 +0200] "GET /a HTTP/1.1" 200 100
            c1 - - [10/Oct/2013:13:55:36 +0200] "GET /b HTTP/1.1" 304 -
            c2 - - [10/Oct/2013:13:55:37 +0200] "GET /a HTTP/1.1" 206 10 "-" "an agent with \\"quotes\\""
            c2 - - [10/Oct/2013:13:55:37 +0200] "POST /a HTTP/1.1" 200 999
            c2 - - [10/Oct/2013:13:55:37 +0200] "GET /gone HTTP/1.1" 404 7
            \\x16\\x03\\x01 nothing that anybody can read
            c2 - - [10/Oct/2013:13:55:38 +0200] "GET /a HTTP/1.1" 200 300 "-" "agent"
            c3 - - [10/Oct/2013:13:55:39 +0200] "GET /b HTTP/1.1" 200 0
            c3 - - [10/Oct/2013:13:55:39 +0200] "GET /unsized HTTP/1.1" 304 -
            c3 - - [10/Oct/2013:13:55:39 +0200] "GET /a" 200 99999999999999999999
            c3 - - [10/Oct/2013:13:55:39 +0200] "-" 408 -
            """;
        Path file = folder.resolve("access.log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(log.getBytes(StandardCharsets.ISO_8859_1));
        }
        Trace trace = of(file, ObjectSizeDistribution.fixed(1)).read();
        assertArrayEquals(new int[] {0, 1, 0, 0, 1}, trace.requests());
        assertArrayEquals(new long[] {300, 1}, trace.sizes());
        assertEquals(2, trace.broken());
        assertEquals("access.log", trace.name());
        assertTrue(
                trace.origin()
                        .matches("SHA-256 [0-9a-f]{64}, without 1 requests for 1 objects of which no size is known"),
                trace.origin());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "access.log",
                "access.log.1",
                "access.log-20261123",
                "access.log.2026-11-23",
                "access_log",
                "access_log.12",
                "access.log.20261123-1",
                "ACCESS.LOG"
            })
    void aLogIsKnownByItsNameHoweverItIsRotated(String name) {
        assertEquals(Optional.of(TraceFormat.CLF), TraceFormat.ofName(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"access", "access.1", "20261123", "log-1x", ".1"})
    void whatNamesNoFormIsNotGuessed(String name) {
        assertEquals(Optional.empty(), TraceFormat.ofName(name));
    }

    @Test
    void rotatedLogsAreOneTraceInTheOrderInWhichTheyAreNamed() throws IOException {
        String line = "c1 - - [10/Oct/2013:13:55:3%d +0200] \"GET /%s HTTP/1.1\" 200 %d\n";
        Path oldest = folder.resolve("access.log.2.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(oldest))) {
            out.write(line.formatted(1, "a", 10).getBytes(StandardCharsets.ISO_8859_1));
        }
        Path older = Files.writeString(folder.resolve("access.log.1"), line.formatted(2, "b", 20));
        Path last =
                Files.writeString(folder.resolve("access.log"), line.formatted(3, "a", 30) + line.formatted(4, "c", 5));
        TraceWindow untilTheLast = TraceWindow.parse("", "3s");
        TraceWithObjectNames named = new TraceFileReader(
                        List.of(oldest, older, last),
                        null,
                        ColumnMap.USUAL,
                        untilTheLast,
                        ObjectSizeDistribution.fixed(1))
                .readNamed();
        assertArrayEquals(new int[] {0, 1, 0}, named.trace().requests());
        assertArrayEquals(new long[] {30, 20}, named.trace().sizes());
        assertEquals(List.of("/a", "/b"), named.names());
        assertEquals("access.log.2 and 2 more", named.trace().name());
    }

    @Test
    void anEmptyLogBehindAnotherDrawsNoSizesForIt() throws IOException {
        Path before = Files.writeString(folder.resolve("access.json.1"), """
            {"request":"GET /a HTTP/1.1","uri":"/a","status":200,"bytes":7}
            {"request":"GET /b HTTP/1.1","uri":"/b","status":304,"bytes":0}
            """);
        Path now = Files.writeString(folder.resolve("access.json"), "");
        Trace trace = new TraceFileReader(
                        List.of(before, now),
                        null,
                        ColumnMap.USUAL,
                        TraceWindow.ALL,
                        ObjectSizeDistribution.fixed(8192))
                .read();
        assertArrayEquals(new long[] {7}, trace.sizes());
        assertTrue(trace.origin().contains("without 1 requests for 1 objects"), trace.origin());
    }

    @Test
    void linesTellTheirSizes() throws IOException {
        Path file =
                Files.writeString(folder.resolve("some.tr"), "1 x 10\n2 y 20\nz 5\n3 x 30 more\n\nlonely\n4 x much\n");
        Trace trace = of(file, ObjectSizeDistribution.fixed(1)).read();
        assertArrayEquals(new int[] {0, 1, 2, 0}, trace.requests());
        assertArrayEquals(new long[] {30, 20, 5}, trace.sizes());
        assertEquals(3, trace.broken());
    }

    @Test
    void aNameThatTellsNoFormIsRefusedWithThoseThereAre() throws IOException {
        Path file = Files.writeString(folder.resolve("trace.gz"), "");
        var e = assertThrows(
                IOException.class,
                () -> of(file, ObjectSizeDistribution.fixed(1)).read());
        assertTrue(String.valueOf(e.getMessage()).contains("clf, combined"), e::toString);
    }
}
