package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The parser against a slow and obvious model, on whole and on damaged bodies that come in pieces of any size. */
class MultipartParserTest {
    private static final String MALFORMED = "malformed";
    private static final String[] PIECES = {
        "\r\n",
        "\r",
        "\n",
        "-",
        "--",
        "--b",
        "--bound",
        "--boundary",
        "\r\n--boundar",
        "\r\n--",
        "\r\r\n-",
        "x",
        " ",
        ":"
    };

    @Test
    void partsAreFoundWhateverTheyHold() throws IOException {
        Random random = new Random(1);
        for (int round = 0; round < 3000; round++) {
            List<String> parts = new ArrayList<>();
            StringBuilder body = new StringBuilder(random.nextBoolean() ? "" : "preamble\r\n");
            for (int i = random.nextInt(4); i >= 0; i--) {
                String content = content(random).replace("\r\n--boundary", "");
                body.append("--boundary")
                        .append(random.nextBoolean() ? "" : " \t")
                        .append("\r\nName: ")
                        .append(i);
                body.append("\r\n\r\n").append(content).append("\r\n");
                parts.add("[Name: " + i + "]" + content);
            }
            body.append("--boundary--").append(random.nextBoolean() ? "" : "\r\nepilogue");
            assertEquals(parts, parse(body.toString(), random));
            assertEquals(parts, model(body.toString()));
        }
    }

    @Test
    void damagedBodiesAreReadAsTheModelReadsThem() throws IOException {
        Random random = new Random(2);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder body = new StringBuilder("--boundary\r\nA: 1\r\n\r\n" + content(random)
                    + "\r\n--boundary\r\nB: 2\r\nC: 3\r\n\r\n\r\n--boundary--");
            for (int damage = random.nextInt(4); damage > 0; damage--) {
                damage(body, random);
            }
            List<String> expected = model(body.toString());
            refused += expected.contains(MALFORMED) ? 1 : 0;
            assertEquals(
                    expected,
                    parse(body.toString(), random),
                    () -> body.toString().replace("\r", "\\r").replace("\n", "\\n"));
        }
        assertEquals(
                true, refused > 2000 && refused < 18_000, refused + " were malformed: too many or too few to tell");
    }

    @Test
    void aLargePartPassesThroughASmallWindow() throws IOException {
        byte[] large = new byte[3_000_000];
        new Random(3).nextBytes(large);
        String body = "--boundary\r\n\r\n" + new String(large, StandardCharsets.ISO_8859_1) + "\r\n--boundary--";
        assertEquals(model(body), parse(body, new Random(4)));
    }

    private static String content(Random random) {
        StringBuilder content = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            content.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return content.toString();
    }

    private static void damage(StringBuilder body, Random random) {
        int at = random.nextInt(body.length());
        switch (random.nextInt(4)) {
            case 0 -> body.replace(at, at + 1, at == 0 ? "x" : "");
            case 1 -> body.insert(at, PIECES[random.nextInt(PIECES.length)]);
            case 2 -> body.setLength(Math.max(1, at));
            default -> body.setCharAt(at, "\r\n- :x".charAt(random.nextInt(6)));
        }
    }

    /** Each part as its header and its bytes; where it is malformed, the parts before and a mark. */
    private static List<String> parse(String body, Random random) throws IOException {
        List<String> parts = new ArrayList<>();
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        MultipartParser input = new MultipartParser(new Trickle(bytes, random), "boundary");
        try {
            while (input.next()) {
                String header = input.headers(1000).toString().replaceAll("Field\\[name=(.*?), value=(.*?)]", "$1: $2");
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                byte[] piece = new byte[1 + random.nextInt(5000)];
                for (int read = input.read(piece, 0, piece.length);
                        read >= 0;
                        read = input.read(piece, 0, piece.length)) {
                    content.write(piece, 0, read);
                }
                parts.add(header + content.toString(StandardCharsets.ISO_8859_1));
            }
        } catch (StatusException e) {
            assertEquals(400, e.status());
            parts.add(MALFORMED);
        }
        return parts;
    }

    private static List<String> model(String body) {
        List<String> parts = new ArrayList<>();
        String text = "\r\n" + body;
        int delimiter = text.indexOf("\r\n--boundary");
        while (delimiter >= 0) {
            int at = delimiter + "\r\n--boundary".length();
            if (text.startsWith("--", at)) {
                return parts;
            }
            while (at < text.length() && " \t".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            int end = text.startsWith("\r\n", at) ? text.indexOf("\r\n\r\n", at) : -1;
            if (end < 0) {
                break;
            }
            List<String> fields = new ArrayList<>();
            for (String line : text.substring(at, end).split("\r\n")) {
                int colon = line.indexOf(':');
                if (line.isEmpty() && fields.isEmpty()) {
                    continue;
                }
                if (colon < 0
                        || !HeaderSyntax.isToken(line.substring(0, colon))
                        || line.indexOf('\r') >= 0
                        || line.indexOf('\n') >= 0) {
                    parts.add(MALFORMED);
                    return parts;
                }
                fields.add(line.substring(0, colon) + ": "
                        + line.substring(colon + 1).strip());
            }
            delimiter = text.indexOf("\r\n--boundary", end + 4);
            if (delimiter < 0) {
                break;
            }
            parts.add(fields + text.substring(end + 4, delimiter));
        }
        parts.add(MALFORMED);
        return parts;
    }

    /** Gives a few bytes at a time. */
    private static final class Trickle extends FilterInputStream {
        private final Random random;

        Trickle(byte[] bytes, Random random) {
            super(new ByteArrayInputStream(bytes));
            this.random = random;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            InputStream whole = in;
            return whole.read(to, offset, Math.min(length, 1 + random.nextInt(random.nextBoolean() ? 3 : 10_000)));
        }
    }
}
