package io.gosling.netty.listen;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The file of a Unix socket. The socket is bound in a private directory beside it, and moved out when its mode is
 * right, so that the mode always holds, and a dead process's file is replaced atomically. Used by the threads that
 * start and stop a listener.
 */
final class UnixSocketFile implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final FileAttribute<Set<PosixFilePermission>> OURS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /* The kind of a file within its mode (stat.h). */
    private static final int KIND = 0170000;
    private static final int SOCKET = 0140000;

    private final Path path;
    private final Path folder;
    private volatile @Nullable Object key;

    private UnixSocketFile(Path path, Path folder) {
        this.path = path;
        this.folder = folder;
    }

    /** Prepares a socket at this path; fails when something else is there, or a process listens there. */
    static UnixSocketFile at(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (((int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & KIND) != SOCKET) {
                throw new IOException("a file that is no socket is there; remove it or choose another path");
            }
            if (isListenedOn(path)) {
                throw new IOException("another program listens there; stop it or choose another path");
            }
        }
        Path absolute = path.toAbsolutePath();
        return new UnixSocketFile(absolute, folderBeside(absolute));
    }

    /** With a short name, because the path of a socket may have some hundred bytes only. */
    private static Path folderBeside(Path path) throws IOException {
        while (true) {
            Path folder = path.resolveSibling(".g" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet());
            try {
                return Files.createDirectory(folder, OURS);
            } catch (FileAlreadyExistsException e) {
                // Left behind by a process that was killed in the midst of a start and had the same number.
                LOG.log(System.Logger.Level.DEBUG, "{0} is taken", folder);
            }
        }
    }

    Path place() {
        return folder.resolve("s");
    }

    void publish(Set<PosixFilePermission> mode) throws IOException {
        Files.setPosixFilePermissions(place(), mode);
        Files.move(place(), path, StandardCopyOption.ATOMIC_MOVE);
        BasicFileAttributes there = attributes(path);
        key = there == null ? null : there.fileKey();
    }

    /** Removes the private directory; a published socket stays. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(place());
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the folder {0} stays behind: {1}", folder, e);
        }
    }

    void remove() {
        Object ours = key;
        key = null;
        try {
            BasicFileAttributes there = attributes(path);
            if (ours != null && there != null && ours.equals(there.fileKey())) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the socket {0} stays behind: {1}", path, e);
        }
    }

    private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static boolean isListenedOn(Path path) throws IOException {
        try (SocketChannel caller = SocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
            caller.configureBlocking(false);
            caller.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException refused) {
            return false;
        }
    }
}
