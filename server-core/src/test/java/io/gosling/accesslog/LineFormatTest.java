package io.gosling.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessRecord.Figure;
import io.gosling.accesslog.AccessRecord.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineFormatTest {
    private static final Instant NOW = Instant.parse("2026-11-21T20:15:01.047Z");
    private static final String STRING = "(?:null|\"(?:[ !#-\\[\\]-~]|\\\\u00[0-9A-F]{2})*\")";
    private static final Pattern JSON = Pattern.compile("\\{\"time\":\"2026-11-21T20:15:01\\.047Z\",\"remote\":"
            + STRING
            + ",\"user\":" + STRING + ",\"method\":" + STRING + ",\"target\":(" + STRING + "),\"protocol\":" + STRING
            + ",\"host\":" + STRING
            + ",\"status\":[0-9]{3},\"bytes\":[0-9]+,\"duration\":[0-9]+\\.[0-9]{6},\"referer\":(" + STRING
            + "),\"agent\":" + STRING + ",\"from\":\"[a-z-]+\"\\}");
    private static final Pattern COMBINED = Pattern.compile("192\\.0\\.2\\.7 - - \\[21/Nov/2026:20:15:01 \\+0000] "
            + "\"([ !#-~]*)\" [0-9]{3} [0-9]+ \"([ !#-~]*)\" \"[ !#-~]*\"");

    private final AccessRecord record = new AccessRecord();

    private String line(String format) {
        LineBuffer line = new LineBuffer();
        LineFormat.parse(format)
                .append(record, new LogTimestampFormatter(InstantSource.fixed(NOW), ZoneOffset.UTC), line);
        return new String(line.bytes(), 0, line.length(), StandardCharsets.ISO_8859_1);
    }

    private void ordinary() {
        record.put(Part.REMOTE, "192.0.2.7")
                .put(Part.METHOD, "GET")
                .put(Part.TARGET, "/a?b=c")
                .put(Part.PROTOCOL, "HTTP/1.1")
                .put(Part.HOST, "www.example.org")
                .put(Part.REFERER, "http://example.org/")
                .put(Part.AGENT, "curl/8")
                .answered("local-memory", 200, 4711, 1_234_567);
    }

    @Test
    void theFormatsWithANameAreThoseThatOtherProgramsRead() {
        ordinary();
        String common = "192.0.2.7 - - [21/Nov/2026:20:15:01 +0000] \"GET /a?b=c HTTP/1.1\" 200 4711";
        assertEquals(common, line("common"));
        assertEquals(common + " \"http://example.org/\" \"curl/8\"", line("combined"));
        assertEquals(
                "{\"time\":\"2026-11-21T20:15:01.047Z\",\"remote\":\"192.0.2.7\",\"user\":null,\"method\":\"GET\","
                        + "\"target\":\"/a?b=c\",\"protocol\":\"HTTP/1.1\",\"host\":\"www.example.org\",\"status\":200,"
                        + "\"bytes\":4711,\"duration\":0.001234,\"referer\":\"http://example.org/\","
                        + "\"agent\":\"curl/8\",\"from\":\"local-memory\"}",
                line("json"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {status} {from}                | 200 local-memory
            {{{method}} {duration}s        | {GET} 0.001234s
            {iso-time} {host}              | 2026-11-21T20:15:01.047Z www.example.org
            {request}                      | GET /a?b=c HTTP/1.1
            """)
    void aTextWithNamesIsAFormat(String format, String expected) {
        ordinary();
        assertEquals(expected, line(format));
    }

    @ParameterizedTest
    @ValueSource(strings = {"combine", "{status", "{sattus}", "{status}\n", "{}", ""})
    void whatIsNoFormatIsRefusedWithAReason(String format) {
        Exception refusal = assertThrows(IllegalArgumentException.class, () -> LineFormat.parse(format));
        assertTrue(
                String.valueOf(refusal.getMessage()).matches("(?s).*(the names are|printable).*"), refusal::getMessage);
    }

    @Test
    void aTrustedProxyIsNamedBesideItsClient() {
        ordinary();
        assertEquals("192.0.2.7 192.0.2.7", line("{client} {peer}"));
        record.put(Part.PEER, "10.0.0.1");
        assertEquals("192.0.2.7 192.0.2.7 10.0.0.1", line("{client} {remote} {peer}"));
        assertTrue(line("json").contains(",\"remote\":\"192.0.2.7\",\"peer\":\"10.0.0.1\",\"user\":"), line("json"));
    }

    @Test
    void whatIsMissingIsADashOrNull() {
        record.put(Part.REMOTE, "192.0.2.7").answered("error", 408, 0, 0);
        assertEquals("192.0.2.7 - - [21/Nov/2026:20:15:01 +0000] \"-\" 408 0 \"-\" \"-\"", line("combined"));
        assertTrue(line("json").contains("\"method\":null,\"target\":null"), () -> line("json"));
    }

    @Test
    void aFrontEndAddsTheBackEndAndTheTimes() {
        ordinary();
        String names = "{request-id} {pool} {backend} {attempts} {queue} {connect} {first-byte} {upstream-status}";
        assertEquals("- - - - - - - -", line(names));
        record.put(Part.REQUEST_ID, "4f\"1")
                .put(Part.BACKEND, "n1")
                .put(Figure.ATTEMPTS, 2)
                .put(Figure.QUEUE, 1_500_000)
                .put(Figure.CONNECT, -1)
                .put(Figure.FIRST_BYTE, 0)
                .put(Figure.UPSTREAM_STATUS, 503);
        assertEquals("4f\\x221 - n1 2 0.001500 - 0.000000 503", line(names));
        assertTrue(
                line("json")
                        .endsWith(",\"from\":\"local-memory\",\"request_id\":\"4f\\u00221\",\"pool\":null,"
                                + "\"backend\":\"n1\",\"attempts\":2,\"queue\":0.001500,\"connect\":null,"
                                + "\"first_byte\":0.000000,\"upstream_status\":503}"),
                () -> line("json"));
        record.clear();
        assertEquals("- - - - - - - -", line(names));
    }

    /** Its place in the formats that others read has no quotes, so a name is one word whatever is in it. */
    @Test
    void aUserIsOneWord() {
        ordinary();
        byte[] name = "ann \u00e4] \"b".getBytes(StandardCharsets.UTF_8);
        record.put(Part.USER, name, 0, name.length);
        assertTrue(
                line("combined").startsWith("192.0.2.7 - ann\\x20\\xC3\\xA4]\\x20\\x22b [21/Nov/2026"),
                line("combined"));
        assertTrue(line("json").contains(",\"user\":\"ann \\u00C3\\u00A4] \\u0022b\","), line("json"));
        assertEquals("ann\\x20\\xC3\\xA4]\\x20\\x22b 200", line("{user} {status}"));
    }

    @Test
    void noByteOfAClientBreaksALine() {
        Random random = new Random(7);
        for (int round = 0; round < 5000; round++) {
            byte[] bytes = new byte[round % 300];
            random.nextBytes(bytes);
            record.clear();
            record.put(Part.REMOTE, "192.0.2.7")
                    .put(Part.METHOD, "GET")
                    .put(Part.TARGET, bytes, 0, bytes.length)
                    .put(Part.PROTOCOL, "HTTP/1.1")
                    .put(Part.REFERER, bytes, 0, bytes.length)
                    .put(Part.AGENT, new String(bytes, StandardCharsets.ISO_8859_1))
                    .answered("error", 404, 1, 1);
            assertTrue(COMBINED.matcher(line("combined")).matches(), () -> line("combined"));
            Matcher json = JSON.matcher(line("json"));
            assertTrue(json.matches(), () -> line("json"));
            assertEquals(new String(bytes, StandardCharsets.ISO_8859_1), unescaped(json.group(1)));
        }
    }

    private static String unescaped(String json) {
        return Pattern.compile("\\\\u00([0-9A-F]{2})")
                .matcher(json.substring(1, json.length() - 1))
                .replaceAll(hex -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(hex.group(1), 16))));
    }

    @Test
    void aLongPartIsCutAndTheLongestLineFitsAPage() {
        byte[] worst = new byte[100_000];
        for (Part part : Part.values()) {
            record.put(part, worst, 0, part == Part.REMOTE || part == Part.PEER ? 45 : worst.length);
        }
        for (Figure figure : Figure.values()) {
            record.put(figure, Long.MAX_VALUE);
        }
        record.put(Part.PROTOCOL, "HTTP/1.1").answered("home-memory", 200, Long.MAX_VALUE, Long.MAX_VALUE);
        int longest = line("json").length();
        assertTrue(longest > 4 * 6 * AccessRecord.MOST_BYTES && longest < LineBatch.BYTES, longest + " bytes");
    }
}
