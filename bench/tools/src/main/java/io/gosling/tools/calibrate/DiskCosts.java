package io.gosling.tools.calibrate;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * The costs of reads from a disk, in nanoseconds.
 *
 * @param first until the first 4 KiB from anywhere are there, median
 * @param block for each 4 KiB of a long read
 * @param atOnce how many times as much several readers get as one, 1 to 16
 * @param direct whether the page cache was bypassed; otherwise this is the cost of memory
 */
public record DiskCosts(long first, long block, int atOnce, boolean direct) {
    private static final int BLOCK = 4096;
    private static final int LONG = 256 * BLOCK;
    private static final int FILE = 64 << 20;
    private static final int READERS = 16;
    private static final int READS = 400;

    /** Measures the disk that holds this folder; a file of 64 MiB is created there and deleted. */
    static DiskCosts measure(Path folder) throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, "gosling-calibrate-", ".bin");
        try {
            fill(file);
            OpenOption direct = ExtendedOpenOption.DIRECT;
            try (FileChannel past = FileChannel.open(file, StandardOpenOption.READ, direct)) {
                return measure(past, true);
            } catch (UnsupportedOperationException | IOException e) {
                // As on a file system in memory.
                try (FileChannel cached = FileChannel.open(file, StandardOpenOption.READ)) {
                    return measure(cached, false);
                }
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void fill(Path file) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            byte[] noise = new byte[1 << 20];
            new java.util.Random(1).nextBytes(noise);
            for (int at = 0; at < FILE; at += noise.length) {
                for (ByteBuffer left = ByteBuffer.wrap(noise); left.hasRemaining(); ) {
                    out.write(left);
                }
            }
            out.force(true);
        }
    }

    private static DiskCosts measure(FileChannel file, boolean direct) throws IOException, InterruptedException {
        long first = median(times(file, BLOCK, READS, 1));
        long whole = median(times(file, LONG, READS / 8, 2));
        long block = Math.max(0, (whole - first) / (LONG / BLOCK - 1));
        long began = System.nanoTime();
        try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            List<Callable<long[]>> reads = IntStream.range(3, 3 + READERS)
                    .<Callable<long[]>>mapToObj(seed -> () -> times(file, BLOCK, READS, seed))
                    .toList();
            for (Future<long[]> one : readers.invokeAll(reads)) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a read failed", e.getCause());
        }
        double together = (double) READERS * READS / Math.max(1, System.nanoTime() - began);
        return new DiskCosts(first, block, (int) Math.clamp(Math.round(together * first), 1, READERS), direct);
    }

    private static long[] times(FileChannel file, int length, int reads, long seed) throws IOException {
        ByteBuffer into = ByteBuffer.allocateDirect(length + BLOCK).alignedSlice(BLOCK);
        SplittableRandom random = new SplittableRandom(seed);
        long[] times = new long[reads];
        for (int i = 0; i < reads; i++) {
            long at = (long) random.nextInt((FILE - length) / BLOCK) * BLOCK;
            into.clear().limit(length);
            long began = System.nanoTime();
            file.read(into, at);
            times[i] = System.nanoTime() - began;
        }
        return times;
    }

    private static long median(long[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }
}
