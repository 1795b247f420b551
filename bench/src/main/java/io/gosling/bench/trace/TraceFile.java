package io.gosling.bench.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A trace in a file. What follows {@code .gz}, {@code .xz} or {@code .zst} is taken off the end of its name, and the rest tells
 * the form where none is given. Of access logs GETs count that were answered 200, 206 or 304; an object's size is its largest
 * 200 answer, and objects that never had one are left out.
 *
 * @param format null for the one that the name tells
 * @param columns of a CSV file
 * @param window the part that counts
 * @param sizes for what tells none: numbers, a CSV file without a column of them, JSON lines without bytes
 */
public record TraceFile(Path file, @Nullable TraceFormat format, ColumnMap columns, Window window, Sizes sizes) {
    /** Of the form that its name tells, all of it. */
    public static TraceFile of(Path file, Sizes sizes) {
        return new TraceFile(file, null, ColumnMap.USUAL, Window.ALL, sizes);
    }

    /**
     * Reads the whole file, and its SHA-256 on the way.
     *
     * @throws IOException when it cannot be read, its name tells no form, or it has no times where a window is wanted
     */
    public Trace read() throws IOException {
        return readNamed().trace();
    }

    /** The same with the names of the objects, which take some memory while they are held. */
    public NamedTrace readNamed() throws IOException {
        String name = file.getFileName().toString();
        Packing packing = Packing.of(name);
        String inside = packing.inside(name);
        TraceForm form = form(inside);
        TraceDraft draft = new TraceDraft(window);
        MessageDigest sha256 = sha256();
        try (InputStream raw = new DigestInputStream(Files.newInputStream(file), sha256)) {
            InputStream packed = new BufferedInputStream(raw, 1 << 16);
            form.read(packing.unpack(packed), draft);
            // What a form does not look at is part of the file.
            packed.transferTo(OutputStream.nullOutputStream());
        }
        if (!window.isAll() && !draft.isTimed()) {
            throw new IOException(file + " tells no times; expected a form with times where a window is cut out");
        }
        Trace trace = draft.trace(inside, "SHA-256 " + HexFormat.of().formatHex(sha256.digest()));
        return new NamedTrace(trace, draft.names());
    }

    private TraceForm form(String inside) throws IOException {
        Optional<TraceFormat> known = format != null ? Optional.of(format) : TraceFormat.ofName(inside);
        return known.orElseThrow(() -> new IOException(
                        file + ": its name tells no form; expected --format with one of " + TraceFormat.labels()))
                .form(columns, sizes);
    }

    /** What a file holds as text, unpacked. */
    public static String text(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file)) {
            InputStream in = Packing.of(file.getFileName().toString()).unpack(raw);
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** SHA-256 of a file as it is, in hexadecimal digits. */
    public static String digest(Path file) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256())) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of()
                    .formatHex(((DigestInputStream) in).getMessageDigest().digest());
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
