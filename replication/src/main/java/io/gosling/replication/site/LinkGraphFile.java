package io.gosling.replication.site;

import io.gosling.replication.graph.LinkGraph;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A site's graph in a file, so that a start parses only the pages that have changed since. A file of another version or
 * directory, or a torn or damaged one, is rejected. The stamps of the pages decide which of them are still valid.
 *
 * <p>A magic number, the version, the directory; then the graph; then the CRC-32C of all that. It is written to a
 * temporary file, forced to the disk, and moved into place, so that a crash leaves the old file or the new one.
 *
 * @param site the directory that the graph is of, as a real path
 * @param limits a file with more files or links or longer texts than these allow is not used; the total of characters
 *     is counted by the scan that goes on from it
 */
public record LinkGraphFile(Path file, Path site, LinkGraphLimits limits) {
    private static final int MAGIC = 0x676f7367;
    /** To be raised with each change of the analysis of a page, or of the format. */
    private static final int VERSION = 5;

    /** Longest file that is read, ten times that of 2 000 000 links. */
    private static final long LONGEST = 1L << 30;

    /**
     * The graph read from a file.
     *
     * @param graph empty if there was no valid file
     * @param complaint the reason why the file was rejected, for the log; empty if it was valid or there is no file yet
     */
    public record Remembered(LinkGraph graph, String complaint) {}

    /** Reads the file; never fails, since the site can be scanned instead. */
    public Remembered read() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() > LONGEST) {
                return nothing("it is longer than " + LONGEST + " bytes");
            }
            CRC32C sum = new CRC32C();
            DataInputStream in = new DataInputStream(
                    new CheckedInputStream(new BufferedInputStream(Channels.newInputStream(channel)), sum));
            if (in.readInt() != MAGIC || in.readInt() != VERSION) {
                return nothing("it is of another version");
            }
            LinkGraphFileReader reader = new LinkGraphFileReader(in, channel.size(), limits);
            if (!reader.text().equals(site.toString())) {
                return nothing("it is of another directory");
            }
            LinkGraph graph = reader.graph();
            long expected = sum.getValue();
            if (in.readLong() != expected) {
                return nothing("its checksum does not fit");
            }
            return new Remembered(graph, "");
        } catch (NoSuchFileException none) {
            return new Remembered(LinkGraph.empty(), "");
        } catch (IOException | RuntimeException damaged) {
            return nothing("it is damaged: " + damaged);
        }
    }

    /** Replaces the graph in the file; if that fails, the previous graph is still there. */
    public void write(LinkGraph graph) throws IOException {
        Path beside = Files.createTempFile(file.toAbsolutePath().getParent(), "." + file.getFileName(), ".new");
        try {
            try (FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
                CRC32C sum = new CRC32C();
                OutputStream buffered = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
                DataOutputStream out = new DataOutputStream(new CheckedOutputStream(buffered, sum));
                out.writeInt(MAGIC);
                out.writeInt(VERSION);
                new LinkGraphFileWriter(out).write(site.toString(), graph);
                out.writeLong(sum.getValue());
                out.flush();
                channel.force(true);
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private Remembered nothing(String why) {
        return new Remembered(LinkGraph.empty(), file + " is not used, and written anew: " + why);
    }
}
