package io.gosling.netty;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The file of a Unix socket. The socket is bound under another name beside it and renamed when its mode is right, so that
 * nobody connects whom the mode keeps out, and what a process that died left behind is replaced at once. Used by the
 * threads that start and stop a listener.
 */
final class SocketFile {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final Path path;
    private final Path temporary;
    private volatile @Nullable Object key;

    private SocketFile(Path path) {
        this.path = path;
        long process = ProcessHandle.current().pid();
        this.temporary = path.resolveSibling(".g" + process + "-" + NAMES.incrementAndGet());
    }

    /**
     * Looks whether a socket may be put there.
     *
     * @throws IOException when something else is there, or somebody listens
     */
    static SocketFile at(Path path) throws IOException {
        BasicFileAttributes there = attributes(path);
        if (there != null && !there.isOther()) {
            throw new IOException("a file that is no socket is there; remove it or choose another path");
        }
        if (there != null && isListenedOn(path)) {
            throw new IOException("another program listens there; stop it or choose another path");
        }
        SocketFile file = new SocketFile(path.toAbsolutePath());
        Files.deleteIfExists(file.temporary);
        return file;
    }

    /** What to bind. */
    Path temporary() {
        return temporary;
    }

    /** The socket listens: from now on it is found. */
    void publish(Set<PosixFilePermission> mode) throws IOException {
        try {
            Files.setPosixFilePermissions(temporary, mode);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            BasicFileAttributes there = attributes(path);
            key = there == null ? null : there.fileKey();
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /** Nobody listens any more. What another program has put there meanwhile stays. */
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

    /** Does not wait: whoever is too busy to take the connection is there all the same. */
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
