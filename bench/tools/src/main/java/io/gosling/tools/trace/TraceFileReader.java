package io.gosling.tools.trace;

import io.gosling.wire.SecureHashes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A trace in one file, or in several that are read as if they were one. {@code .gz} is removed from
 * the end of a name, and the rest determines the format if none is given. Of access logs, GETs that were
 * answered 200, 206 or 304 count; an object's size is that of its largest 200 response, and objects that never had one
 * are left out.
 *
 * @param files one or more, in the order of their requests; {@code -} is the standard input, whose format must be given
 * @param format null for the one that a name determines
 * @param sizes for what tells none: a CSV file without a column of them, JSON lines without bytes
 */
public record TraceFileReader(
        List<Path> files,
        @Nullable TraceFormat format,
        ColumnMap columns,
        TraceWindow window,
        ObjectSizeDistribution sizes) {
    private static final Path STANDARD_INPUT = Path.of("-");

    private static final String PACKED = ".gz";

    /**
     * Reads all of it, and its SHA-256 on the way, which is that of the files one behind the other.
     *
     * @throws IOException when it cannot be read, a name tells no form, or it has no times where a window is wanted
     */
    public Trace read() throws IOException {
        return readNamed().trace();
    }

    /** The same with the names of the objects, which take some memory while they are held. */
    public TraceWithObjectNames readNamed() throws IOException {
        for (Path file : files) {
            // Before hours may pass with the first of them.
            format(file);
        }
        TraceBuilder draft = new TraceBuilder(window);
        MessageDigest sha256 = SecureHashes.sha256();
        for (Path file : files) {
            read(file, draft, sha256);
        }
        if (!window.isAll() && !draft.isTimed()) {
            throw new IOException(
                    files.getFirst() + " tells no times; expected a form with times where a window is cut out");
        }
        Trace trace = draft.trace(name(), "SHA-256 " + HexFormat.of().formatHex(sha256.digest()));
        return new TraceWithObjectNames(trace, draft.names());
    }

    private String name() {
        Path first = files.getFirst();
        String name = first.equals(STANDARD_INPUT) ? "standard input" : inside(first);
        return files.size() == 1 ? name : name + " and " + (files.size() - 1) + " more";
    }

    private void read(Path file, TraceBuilder draft, MessageDigest sha256) throws IOException {
        LineTraceParser form = format(file).form(columns);
        try (InputStream raw = new DigestInputStream(open(file), sha256)) {
            InputStream packed = new BufferedInputStream(raw, 1 << 16);
            form.read(isPacked(file) ? new GZIPInputStream(packed, 1 << 16) : packed, draft);
            draft.fileEnds(sizes);
            // Bytes that a format ignores are part of the file.
            packed.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static InputStream open(Path file) throws IOException {
        return file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
    }

    private TraceFormat format(Path file) throws IOException {
        Optional<TraceFormat> known = format != null ? Optional.of(format) : TraceFormat.ofName(inside(file));
        return known.orElseThrow(() -> new IOException(
                file + ": its name tells no form; expected --format with one of " + TraceFormat.labels()));
    }

    private static String inside(Path file) {
        String name = String.valueOf(file.getFileName());
        return isPacked(file) ? name.substring(0, name.length() - PACKED.length()) : name;
    }

    private static boolean isPacked(Path file) {
        return file.toString().endsWith(PACKED);
    }
}
