package io.gosling.accesslog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A log file that is appended to and rotated to {@code NAME.1}, older ones moving up; of a link, the file to which it
 * leads. What is no regular file, such as a pipe or a terminal, is never rotated. Used by the writer's thread.
 */
final class LogFile implements LogOutput {
    private static final System.Logger LOG = System.getLogger(AccessLog.class.getName());

    private final Path path;
    private final AccessLogSettings settings;
    private final InstantSource wall;
    private FileChannel channel;
    private long size;
    private Instant begun;

    LogFile(AccessLogSettings settings, InstantSource wall) throws IOException {
        this.path = Path.of(settings.file());
        this.settings = settings;
        this.wall = wall;
        this.channel = open();
        this.size = channel.size();
        // An old file that is continued belongs to the time at which it was written last.
        this.begun =
                size == 0 ? wall.instant() : Files.getLastModifiedTime(path).toInstant();
    }

    @Override
    public void write(byte[] lines, int length) throws IOException {
        if (!channel.isOpen()) {
            reopen();
        }
        if (settings.isDue(size, length, begun, wall.instant()) && Files.isRegularFile(path)) {
            rotate();
        }
        ByteBuffer rest = ByteBuffer.wrap(lines, 0, length);
        while (rest.hasRemaining()) {
            size += channel.write(rest);
        }
    }

    @Override
    public void reopen() throws IOException {
        // The new one first: if it cannot be had, the old one goes on.
        FileChannel next = open();
        channel.close();
        channel = next;
        size = next.size();
        begun = wall.instant();
    }

    private void rotate() throws IOException {
        channel.close();
        try {
            Path file = path.toRealPath();
            int keep = settings.get(AccessLogSettings.KEEP);
            Files.deleteIfExists(aside(file, keep));
            for (int i = keep - 1; i >= 0; i--) {
                if (Files.exists(aside(file, i))) {
                    Files.move(aside(file, i), aside(file, i + 1), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot be put aside, and is continued: {1}", path, e);
        }
        reopen();
    }

    private static Path aside(Path file, int newer) {
        return newer == 0 ? file : file.resolveSibling(file.getFileName() + "." + newer);
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
