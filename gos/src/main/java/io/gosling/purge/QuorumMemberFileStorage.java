package io.gosling.purge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file, with another one beside it while it is replaced, and a third that is locked as long as this is open. */
public final class QuorumMemberFileStorage implements QuorumMemberStorage {
    /** The most bytes read: a larger file was not written by a quorum member. */
    private static final long MOST_BYTES = 1 << 30;

    private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path path;
    private final FileChannel lock;
    private FileChannel channel;

    private QuorumMemberFileStorage(Path path, FileChannel lock, FileChannel channel) {
        this.path = path;
        this.lock = lock;
        this.channel = channel;
    }

    /**
     * Opens the file, makes it when it is not there; only its owner can read it, where the system knows owners.
     *
     * @throws IOException also when another process has it open: two quorum members with one file would each
     *     forget what the other one promised
     */
    public static QuorumMemberFileStorage open(Path path) throws IOException {
        Path file = path.toAbsolutePath();
        FileChannel lock = owned(
                file.resolveSibling(file.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (!isLocked(lock)) {
                throw new IOException(path + " is in use by another process; expected one voter for a file");
            }
            QuorumMemberFileStorage storage = new QuorumMemberFileStorage(file, lock, openForAppending(file));
            storage.syncDirectory();
            return storage;
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static boolean isLocked(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static FileChannel openForAppending(Path file) throws IOException {
        return owned(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** Opens a file, created with mode 600, since purges may name private URLs. */
    private static FileChannel owned(Path file, StandardOpenOption... options) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix ? FileChannel.open(file, Set.of(options), OWNERS) : FileChannel.open(file, Set.of(options));
    }

    @Override
    public byte[] read() throws IOException {
        long size = Files.size(path);
        if (size > MOST_BYTES) {
            throw new IOException(path + " has " + size + " bytes; expected " + MOST_BYTES + " at most");
        }
        return Files.readAllBytes(path);
    }

    @Override
    public void append(byte[] bytes) throws IOException {
        write(channel, bytes);
        channel.force(true);
    }

    @Override
    public void replace(byte[] bytes) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try (FileChannel written = owned(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            write(written, bytes);
            written.force(true);
        }
        channel.close();
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        channel = openForAppending(path);
        syncDirectory();
    }

    private static void write(FileChannel to, byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            to.write(left);
        }
    }

    /** Syncs the directory, where directories can be opened. */
    private void syncDirectory() throws IOException {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return;
        }
        try (FileChannel directory = FileChannel.open(path.getParent())) {
            directory.force(true);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() {
        try (FileChannel held = lock;
                FileChannel open = channel) {
            // The file first, and the lock even if that fails.
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be closed", e);
        }
    }
}
