package io.gosling.bench.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * A trace in a file. What follows {@code .gz} or {@code .xz} is taken off the end of its name, and the rest tells the form:
 *
 * <pre>
 *   .clf .log        common or combined log format: a GET answered 200, 206 or 304 counts; an object's size is its
 *                    largest 200 answer, and objects that never had one are left out
 *   .tr .txt         lines "id size" or "time id size", and what follows is ignored
 *   .be32 .be64      object numbers in 4 or 8 bytes, the highest first; their sizes are drawn
 * </pre>
 *
 * A line that does not read is counted and left out, and so are bytes at the end that make no number.
 */
public final class TraceFile {
    private static final Pattern LOG_LINE =
            Pattern.compile("^\\S+ \\S+ \\S+ \\[[^\\]]*\\] \"(.*)\" (\\d{3}) (\\d{1,18}|-)(?: .*)?$");
    private static final Pattern SUFFIX = Pattern.compile("\\.(gz|xz)$");

    private static final List<String> FORMS = List.of("clf", "log", "tr", "txt", "be32", "be64");

    /** Longer lines are broken. */
    private static final int LONGEST = 1 << 16;

    private TraceFile() {}

    /**
     * Reads the whole file.
     *
     * @param sizes for forms that tell none
     * @throws IOException when it cannot be read, or its name tells no form
     */
    public static Trace read(Path file, Sizes sizes) throws IOException {
        String name = file.getFileName().toString();
        String form = SUFFIX.matcher(name).replaceFirst("").replaceFirst("^.*\\.", "");
        if (!FORMS.contains(form)) {
            throw new IOException(
                    file + ": a trace's name ends with ." + String.join(", .", FORMS) + ", and .gz or .xz may follow");
        }
        TraceDraft draft = new TraceDraft();
        try (InputStream raw = Files.newInputStream(file)) {
            InputStream in = unpacked(name, new BufferedInputStream(raw, 1 << 16));
            switch (form) {
                case "clf", "log" -> readLog(in, draft);
                case "tr", "txt" -> readLines(in, draft);
                case "be32" -> readNumbers(in, Integer.BYTES, draft, sizes);
                default -> readNumbers(in, Long.BYTES, draft, sizes);
            }
        }
        return draft.trace(SUFFIX.matcher(name).replaceFirst(""), "SHA-256 " + digest(file));
    }

    /** What a file holds as text, unpacked. */
    public static String text(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file)) {
            return new String(unpacked(file.getFileName().toString(), raw).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** SHA-256 of a file as it is, in hexadecimal digits. */
    public static String digest(Path file) throws IOException {
        return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
    }

    private static InputStream unpacked(String name, InputStream in) throws IOException {
        return name.endsWith(".gz") ? new GZIPInputStream(in) : name.endsWith(".xz") ? new XZInputStream(in) : in;
    }

    private static void readLog(InputStream in, TraceDraft draft) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher fields = LOG_LINE.matcher(line);
            if (line.length() > LONGEST || !fields.matches()) {
                draft.broken();
                continue;
            }
            String[] request = fields.group(1).split(" ", 3);
            String status = fields.group(2);
            boolean counts = status.equals("200") || status.equals("206") || status.equals("304");
            if (request.length < 2 || !request[0].equals("GET") || !counts) {
                continue;
            }
            draft.ask(request[1]);
            if (status.equals("200")) {
                draft.size(request[1], fields.group(3).equals("-") ? 0 : Long.parseLong(fields.group(3)));
            }
        }
    }

    private static void readLines(InputStream in, TraceDraft draft) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields =
                    line.length() > LONGEST ? new String[0] : line.strip().split("\\s+", 4);
            String key = fields.length == 2 ? fields[0] : fields.length > 2 ? fields[1] : "";
            String size = fields.length == 2 ? fields[1] : fields.length > 2 ? fields[2] : "";
            if (key.isEmpty() || !size.matches("\\d{1,18}")) {
                draft.broken();
                continue;
            }
            draft.ask(key);
            draft.size(key, Long.parseLong(size));
        }
    }

    private static void readNumbers(InputStream in, int bytes, TraceDraft draft, Sizes sizes) throws IOException {
        byte[] piece = new byte[bytes << 12];
        int read;
        do {
            read = in.readNBytes(piece, 0, piece.length);
            ByteBuffer numbers = ByteBuffer.wrap(piece, 0, read);
            while (numbers.remaining() >= bytes) {
                draft.ask(bytes == Integer.BYTES ? (long) numbers.getInt() : numbers.getLong());
            }
            if (numbers.hasRemaining()) {
                draft.broken();
            }
        } while (read == piece.length);
        draft.sizes(sizes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
