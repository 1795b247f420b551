package io.gosling.netty.handoff;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory where front-ends and nodes of one host meet: closed to all but their user, with a Unix socket for each
 * node. The process at the other end of such a socket is checked with the kernel nevertheless: it must belong to this
 * user, or to root, who may do everything anyway. Immutable.
 */
public final class HandoffSocketDirectory {
    private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rwx------");

    /** Longest path of a socket in bytes: 103 on macOS, and 107 on Linux. */
    private static final int MOST_PATH = 103;

    private final Path path;
    private final int owner;

    private HandoffSocketDirectory(Path path, int owner) {
        this.path = path;
        this.owner = owner;
    }

    /**
     * Creates the directory if it does not exist.
     *
     * @throws IOException when it cannot be created, or others may enter it; the message names it and says what to do
     */
    public static HandoffSocketDirectory open(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        if (absolute.resolve("65535.s").toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length
                > MOST_PATH) {
            throw new IOException("the path " + absolute + " is too long for sockets in it; expected at most "
                    + (MOST_PATH - "/65535.s".length()) + " bytes");
        }
        try {
            Files.createDirectory(absolute, PosixFilePermissions.asFileAttribute(OURS));
        } catch (FileAlreadyExistsException e) {
            requirePrivate(absolute);
        }
        return new HandoffSocketDirectory(absolute, requireOwn(absolute, ownUser(absolute)));
    }

    private static int ownUser(Path directory) throws IOException {
        Path made = Files.createTempFile(directory, "owner", ".tmp");
        try {
            return owner(made);
        } finally {
            Files.delete(made);
        }
    }

    private static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    /** Requires that this user owns the directory, since root may write in everybody's. */
    static int requireOwn(Path directory, int user) throws IOException {
        int owner = owner(directory);
        if (owner != user) {
            throw new IOException(directory + " belongs to user " + owner + "; expected " + user
                    + ", as whom this process runs: run all as one user, or choose another path");
        }
        return owner;
    }

    private static void requirePrivate(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + " is no directory; remove it or choose another path");
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        if (!OURS.equals(mode)) {
            throw new IOException("others may enter " + path + ": its mode is " + PosixFilePermissions.toString(mode)
                    + "; expected rwx------ (chmod 700)");
        }
        if (!Files.isWritable(path)) {
            throw new IOException(path + " belongs to another user; choose another path");
        }
    }

    /** Returns the socket of the node that answers plain HTTP at this port. */
    public Path socketOf(int port) {
        return path.resolve(port + ".s");
    }

    /**
     * Returns whether the process at the other end of a Unix socket is this user's.
     *
     * @throws IOException when the system does not say
     */
    public boolean isTrusted(Channel connection) throws IOException {
        int user = userOf(connection);
        return user == owner || user == 0;
    }

    private static int userOf(Channel connection) throws IOException {
        if (connection instanceof EpollDomainSocketChannel epoll) {
            return epoll.peerCredentials().uid();
        }
        if (connection instanceof KQueueDomainSocketChannel kqueue) {
            return kqueue.peerCredentials().uid();
        }
        throw new IOException("the system does not name the process at the other end of " + connection);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
