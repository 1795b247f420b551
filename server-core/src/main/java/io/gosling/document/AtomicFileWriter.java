package io.gosling.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes files below a root atomically: a reader sees the old bytes or the new ones and nothing between, also after
 * a power failure. A file is written beside its target under a hidden name, forced to disk and renamed; then the
 * directory is forced to disk. A file that may not be served may not be written either: hidden names, links that lead
 * out of the root. Safe for use by many threads; blocks.
 */
public final class AtomicFileWriter {
    private static final int PIECE = 64 << 10;

    /** The files that are being changed, by their real paths: links may lead into one directory from several. */
    private static final Set<Path> CLAIMED = ConcurrentHashMap.newKeySet();

    private final FileResolver files;
    private final SecureRandom random = new SecureRandom();

    public enum Outcome {
        CREATED,
        REPLACED,
        DELETED,
        /** There is nothing to delete. */
        ABSENT,
        /** The name may not be used, or names something that is not a file. */
        REFUSED,
        /** The directory does not exist, or the file is being changed by another request now. */
        CONFLICT,
        /** The condition does not hold. */
        FAILED
    }

    /** A condition that is evaluated just before the change, while nothing else changes this file here. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    AtomicFileWriter(FileResolver files) {
        this.files = files;
    }

    /**
     * Creates an editor for the files of a directory.
     *
     * @throws IOException when it is not a directory that can be reached
     */
    public static AtomicFileWriter in(Path directory) throws IOException {
        return new AtomicFileWriter(FileResolver.of(directory));
    }

    /**
     * Writes a file, completely or not at all.
     *
     * @throws IOException when the bytes do not all arrive or cannot be written; nothing is left of them then
     */
    public Outcome write(DocumentPath path, InputStream bytes, Condition condition) throws IOException {
        Place place = place(path);
        Path file = place.file();
        if (file == null) {
            return place.why();
        }
        Path temporary = file.resolveSibling(".gosling-" + HexFormat.of().toHexDigits(random.nextLong()));
        try {
            copy(bytes, temporary);
            return claim(file, () -> condition.holds() ? replace(file, temporary) : Outcome.FAILED);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Outcome replace(Path file, Path temporary) throws IOException {
        boolean there = Files.exists(file);
        if (there) {
            keepPermissions(file, temporary);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(file);
        return there ? Outcome.REPLACED : Outcome.CREATED;
    }

    public Outcome delete(DocumentPath path, Condition condition) throws IOException {
        Place place = place(path);
        Path file = place.file();
        if (file == null) {
            return place.why() == Outcome.CONFLICT ? Outcome.ABSENT : place.why();
        }
        return claim(file, () -> {
            if (!Files.exists(file)) {
                return Outcome.ABSENT;
            }
            if (!condition.holds()) {
                return Outcome.FAILED;
            }
            Files.delete(file);
            force(file);
            return Outcome.DELETED;
        });
    }

    @FunctionalInterface
    private interface Change {
        Outcome make() throws IOException;
    }

    private record Place(@Nullable Path file, Outcome why) {}

    private Place place(DocumentPath path) throws IOException {
        if (path.isDirectory()) {
            return new Place(null, Outcome.REFUSED);
        }
        return switch (files.locate(path)) {
            case FileResolver.Named.File file -> new Place(file.path(), Outcome.REPLACED);
            case FileResolver.Named.Not not ->
                not.why() instanceof LookupResult.Absent ? newFile(path) : new Place(null, Outcome.REFUSED);
        };
    }

    private Place newFile(DocumentPath path) throws IOException {
        Path parent = files.directory(path);
        if (parent == null) {
            return new Place(null, Outcome.CONFLICT);
        }
        Path file = parent.resolve(path.segments().getLast());
        try {
            files.files().attributes(file);
        } catch (NoSuchFileException e) {
            return new Place(file, Outcome.CREATED);
        } catch (FileSystemException e) {
            return new Place(null, Outcome.REFUSED); // such as a name that is too long
        }
        // Absent and yet there: a link that leads nowhere, or another spelling of the name where the file system has
        // one file for both.
        return new Place(null, Outcome.REFUSED);
    }

    private static Outcome claim(Path file, Change change) throws IOException {
        if (!CLAIMED.add(file)) {
            return Outcome.CONFLICT;
        }
        try {
            return change.make();
        } finally {
            CLAIMED.remove(file);
        }
    }

    private static void copy(InputStream bytes, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            byte[] piece = new byte[PIECE];
            for (int read = bytes.read(piece); read >= 0; read = bytes.read(piece)) {
                out.write(piece, 0, read);
            }
            channel.force(true);
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (view != null) {
            Files.setPosixFilePermissions(to, view.readAttributes().permissions());
        }
    }

    /** A rename is on disk when its directory is; systems that cannot open one have it there already. */
    private static void force(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            return;
        }
        try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            System.getLogger(AtomicFileWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "{0} cannot be forced to disk: {1}", parent, e);
        }
    }
}
