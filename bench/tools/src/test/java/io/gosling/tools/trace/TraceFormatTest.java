package io.gosling.tools.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceFormatTest {
    private static final ObjectSizeDistribution DRAWN = ObjectSizeDistribution.fixed(8192);

    @TempDir
    private Path folder = Path.of(".");

    private static Trace read(TraceFormat format, byte[] bytes, ColumnMap columns, TraceWindow window)
            throws IOException {
        TraceBuilder draft = new TraceBuilder(window);
        format.form(columns).read(new ByteArrayInputStream(bytes), draft);
        draft.fileEnds(DRAWN);
        return draft.trace("trace", "test");
    }

    private static Trace read(TraceFormat format, String text) throws IOException {
        return read(format, text.getBytes(StandardCharsets.ISO_8859_1), ColumnMap.USUAL, TraceWindow.ALL);
    }

    private static void assertTrace(Trace trace, int[] requests, long[] sizes, long broken) {
        assertArrayEquals(requests, trace.requests());
        assertArrayEquals(sizes, trace.sizes());
        assertEquals(broken, trace.broken());
    }

    @Test
    void ofJsonLogsNamesOfSeveralServersAreKnown() throws IOException {
        Trace trace = read(TraceFormat.JSON, """
            {"time":"2026-11-22T10:00:00Z","method":"GET","target":"/a","status":200,"bytes":10}
            {"ts":1795000000.5,"request":{"method":"GET","host":"h","uri":"/a"},"status":200,"size":12}
            {"msec":"1795000000.5","request_method":"GET","request_uri":"/b","status":"304","body_bytes_sent":"0"}
            {"request_method":"GET","request_uri":"/b","status":"200","body_bytes_sent":"7"}
            {"method":"DELETE","target":"/a","status":200,"bytes":10}
            {"method":"GET","target":"/a","status":200,"bytes":

            ["GET"]
            """);
        assertTrace(trace, new int[] {0, 0, 1, 1}, new long[] {12, 7}, 2);
    }

    @Test
    void ofCsvFilesColumnsAreNumberedOrNamed() throws IOException {
        String named = "size,\"url\",when\n10,\"/a, with \"\"quotes\"\"\",5\n20,/b,6\n30\nx,/b,7\n";
        Trace byName = read(
                TraceFormat.CSV,
                named.getBytes(StandardCharsets.UTF_8),
                ColumnMap.parse("key=url,size=size"),
                TraceWindow.ALL);
        assertTrace(byName, new int[] {0, 1}, new long[] {10, 20}, 2);
        Trace byNumber = read(
                TraceFormat.CSV,
                "5,/a,10\n9,/b,20\n".getBytes(StandardCharsets.UTF_8),
                ColumnMap.parse("time=1,key=2,size=3"),
                TraceWindow.parse("", "2s"));
        assertTrace(byNumber, new int[] {0}, new long[] {10}, 0);
        for (String wrong : new String[] {"", "size=2", "key=url,size=2", "key=0", "key=1,key=2", "what=1"}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> ColumnMap.parse(wrong), wrong);
            assertTrue(String.valueOf(refused.getMessage()).contains("time=1,key=2"), refused::toString);
        }
    }

    @Test
    void whereNoColumnTellsSizesTheyAreDrawn() throws IOException {
        Trace trace = read(
                TraceFormat.CSV,
                "url\n/a\n/b\n/a\n".getBytes(StandardCharsets.UTF_8),
                ColumnMap.parse("key=url"),
                TraceWindow.ALL);
        assertTrace(trace, new int[] {0, 1, 0}, new long[] {8192, 8192}, 0);
    }

    @Test
    void whereNoLineTellsBytesTheyAreDrawnAndWhereSomeDoWhatHasNoneIsLeftOut() throws IOException {
        String without = "{\"target\":\"/a\",\"status\":200}\n{\"target\":\"/b\",\"status\":304}\n";
        assertTrace(read(TraceFormat.JSON, without), new int[] {0, 1}, new long[] {8192, 8192}, 0);
        String some = without + "{\"target\":\"/c\",\"status\":200,\"bytes\":7}\n";
        assertTrace(read(TraceFormat.JSON, some), new int[] {0}, new long[] {7}, 0);
    }

    @Test
    void aRequestOfALogMayHoldQuotesAndBlanksAndIsReadAsItWas() throws IOException {
        Trace trace = read(TraceFormat.COMBINED, """
            c - John Doe [10/Oct/2013:13:55:36 +0200] "GET /a"b HTTP/1.1" 200 5 "http://r/" "a "quoted" 200 7 agent"
            c - - [10/Oct/2013:13:55:36 +0200] "GET /a"b HTTP/1.1" 304 - "-" "-"
            c - - [10/Oct/2013:13:55:36 +0200] "GET /old" 200 6
            c - - [40/Oct/2013:13:55:36 +0200] "GET /a HTTP/1.1" 200 5
            c - - [10/Oct/2013:13:55:36 +0200] "GET /a HTTP/1.1" 2000 5
            """);
        assertTrace(trace, new int[] {0, 0, 1}, new long[] {5, 6}, 2);
    }

    @Test
    void aWindowIsCutOutByMomentsAndByTimesAfterTheFirstRequest() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int minute = 10; minute < 20; minute++) {
            log.append("c - - [22/Nov/2026:10:")
                    .append(minute)
                    .append(":00 +0100] \"GET /")
                    .append(minute);
            log.append(" HTTP/1.1\" 200 1\n");
        }
        byte[] bytes = log.toString().getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(
                3,
                read(TraceFormat.CLF, bytes, ColumnMap.USUAL, TraceWindow.parse("2m", "5m"))
                        .requests()
                        .length);
        TraceWindow moments = TraceWindow.parse("2026-11-22T09:12:00Z", "");
        assertEquals(8, read(TraceFormat.CLF, bytes, ColumnMap.USUAL, moments).requests().length);
        assertThrows(IllegalArgumentException.class, () -> TraceWindow.parse("5m", "2m"));
        assertThrows(IllegalArgumentException.class, () -> TraceWindow.parse("2m", "2026-11-22T09:12:00Z"));
        assertThrows(IllegalArgumentException.class, () -> TraceWindow.parse("noon", ""));

        Path numbers = Files.writeString(folder.resolve("n.tr"), "a 1\n");
        TraceFileReader timeless =
                new TraceFileReader(List.of(numbers), null, ColumnMap.USUAL, TraceWindow.parse("1s", ""), DRAWN);
        IOException refused = assertThrows(IOException.class, timeless::read);
        assertTrue(String.valueOf(refused.getMessage()).contains("times"), refused::toString);
    }

    /** Whatever comes, it ends, and every line was read or is counted as broken. */
    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void bytesThatMeanNothingAreCountedAndNeverFatal(TraceFormat format) throws IOException {
        SplittableRandom random = new SplittableRandom(format.ordinal());
        String likely = " \n\r\t\"[],{}:/-0123456789GETHTP.+#=\\x";
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[random.nextInt(3000)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte)
                        (random.nextInt(10) == 0
                                ? random.nextInt(256)
                                : likely.charAt(random.nextInt(likely.length())));
            }
            Trace trace = read(format, bytes, ColumnMap.parse("key=1,size=2"), TraceWindow.ALL);
            assertTrue(trace.requests().length + trace.broken() <= bytes.length, () -> "of " + bytes.length + " bytes");
        }
    }

    @Test
    void aLineThatIsTooLongIsOneBrokenOneHoweverLong() throws IOException {
        String line = "x".repeat(10 * LineTraceParser.LONGEST);
        assertTrace(
                read(TraceFormat.ID_SIZE, "a 1\n" + line + "\nb 2\n" + line), new int[] {0, 1}, new long[] {1, 2}, 2);
        String fits = "x".repeat(LineTraceParser.LONGEST - 2);
        assertEquals(0, read(TraceFormat.ID_SIZE, "a 1\r\n" + fits + " 1\r\n").broken());
    }
}
