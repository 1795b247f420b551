package io.gosling.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code wire-cases.txt}: bytes that two readers could understand differently, and what has to come of them.
 * The file's head explains its notation. {@link WireCaseHandler} gives the answers that the rows expect.
 *
 * @param line its line in the file
 * @param answers the final statuses, in order
 * @param closes true if the connection ends with the last answer
 * @param bytes each character one byte
 */
public record WireCase(int line, String name, String whose, List<Integer> answers, boolean closes, String bytes) {
    private static final String FILE = "wire-cases.txt";
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String CHUNKED = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final Pattern REPEATED = Pattern.compile("\\{([^{}]*)\\*(\\d+)}");

    /** Most pieces in which a case is sent. */
    private static final int MOST_PIECES = 1000;

    /** The cuts of the bytes on their way. */
    public enum Pace {
        WHOLE,
        BYTE_BY_BYTE
    }

    /** Every row: the source of a parameterized test. */
    public static List<WireCase> all() {
        InputStream file = Objects.requireNonNull(WireCase.class.getResourceAsStream(FILE), FILE);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            List<WireCase> cases = new ArrayList<>();
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank() && !line.startsWith("#")) {
                    cases.add(parse(number, line));
                }
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends the bytes to a server and looks at everything that comes back, and at what has got to the handler.
     *
     * @param server answers by this handler, perhaps through a front-end, and nobody else's requests
     */
    public void play(InetSocketAddress server, Pace pace, WireCaseHandler handler) {
        handler.forget();
        play(server, pace);
        require(!handler.sawHidden(), "no request for the hidden path", "one");
    }

    private void play(InetSocketAddress server, Pace pace) {
        try (RawConnection client = RawConnection.open(server)) {
            boolean cut = !send(client, closes ? HIDDEN : NEXT, pace);
            RawResponse last = null;
            for (int expected : answers) {
                last = finalAnswer(client);
                require(last.status() == expected, "status " + expected, last.statusLine() + ": " + last.text());
            }
            if (closes) {
                require(last != null && last.saysClose(), "Connection: close", last);
                require(cut || client.endInput().ends(), "the end of the connection", "more bytes");
            } else {
                RawResponse next = client.read();
                require(next.status() == 200 && "/next".equals(next.header("Path")), "200 for /next", next);
            }
        } catch (UncheckedIOException e) {
            throw new AssertionError(this + ": " + e.getCause(), e);
        }
    }

    private RawResponse finalAnswer(RawConnection client) {
        RawResponse response = interim(client);
        while (response.status() == 100) {
            response = interim(client);
        }
        return response;
    }

    private RawResponse interim(RawConnection client) {
        return bytes.startsWith("HEAD ") ? client.readHead() : client.read();
    }

    /**
     * Sends the bytes and another request behind them; false when the server has closed before all of that was sent.
     */
    private boolean send(RawConnection client, String behind, Pace pace) {
        if (pace == Pace.WHOLE) {
            client.send(bytes + behind);
            return true;
        }
        sendInPieces(client, bytes);
        try {
            sendInPieces(client, behind);
            return true;
        } catch (UncheckedIOException e) {
            if (closes) {
                return false;
            }
            throw e;
        }
    }

    private static void sendInPieces(RawConnection client, String all) {
        int length = 1 + all.length() / MOST_PIECES;
        for (int at = 0; at < all.length(); at += length) {
            client.send(all.substring(at, Math.min(all.length(), at + length)));
        }
    }

    private void require(boolean holds, String expected, @Nullable Object found) {
        if (!holds) {
            throw new AssertionError(this + ": expected " + expected + ", but found " + found);
        }
    }

    /** The row's place and name; bytes are unreadable in a report. */
    @Override
    public String toString() {
        return FILE + ":" + line + " " + name + " (" + whose + ")";
    }

    private static WireCase parse(int number, String line) {
        String[] columns = line.split(" *\\| ", 4);
        String[] outcome = columns[0].split(" ", -1);
        List<Integer> answers = Arrays.stream(outcome, 0, outcome.length - 1)
                .map(Integer::valueOf)
                .toList();
        boolean closes = switch (outcome[outcome.length - 1]) {
            case "close" -> true;
            case "open" -> false;
            default -> throw new AssertionError(FILE + ":" + number + " must say open or close: " + columns[0]);
        };
        return new WireCase(number, columns[1], columns[2], answers, closes, bytes(columns[3]));
    }

    /** The bytes of a row's notation. */
    private static String bytes(String notation) {
        String text =
                notation.replace("¶", "\\r\\n").replace("{chunked}", CHUNKED).replace("{hidden}", HIDDEN);
        Matcher repeated = REPEATED.matcher(text);
        text = repeated.replaceAll(
                match -> Matcher.quoteReplacement(match.group(1).repeat(Integer.parseInt(match.group(2)))));
        StringBuilder bytes = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                bytes.append(c);
                continue;
            }
            char kind = text.charAt(++i);
            if (kind == 'x') {
                bytes.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.append(plain(kind));
            }
        }
        return bytes.toString();
    }

    private static char plain(char kind) {
        return switch (kind) {
            case 'r' -> '\r';
            case 'n' -> '\n';
            case 't' -> '\t';
            case 's' -> ' ';
            case '0' -> '\0';
            case '\\' -> '\\';
            default -> throw new AssertionError("no such escape: \\" + kind);
        };
    }
}
