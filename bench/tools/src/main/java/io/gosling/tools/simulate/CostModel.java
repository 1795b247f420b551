package io.gosling.tools.simulate;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The costs of a request to a node, in nanoseconds. A processor does one piece of work at a time, in order of arrival,
 * and so do each disk and each link.
 *
 * @param connect of processor time, to take a connection
 * @param close of processor time, to end one
 * @param send of processor time, for each 512 bytes or part of them
 * @param message of processor time at either end, for a question or an answer between nodes, beside its bytes
 * @param first of disk time, until the first byte of a file is there
 * @param block of disk time, for each 4 KiB or part of them
 * @param seek of disk time, for each 44 KiB of a file beyond the first 44 KiB
 * @param disks of a node, each with a queue of its own; 0 where what is missed comes from elsewhere, and reads do not
 *     wait for each other
 * @param link bits a second that a node sends at most; 0 for no bound
 */
public record CostModel(
        String name,
        long connect,
        long close,
        long send,
        long message,
        long first,
        long block,
        long seek,
        int disks,
        long link) {
    /** So much of a file is read at a time, and other reads come between. */
    static final long PIECE = 44 << 10;

    private static final long GIGABIT = 1_000_000_000;

    /**
     * The machines of 1998 (Pai et al., section 3.1): a file of 8 KB from memory 1075 times a second. A message is no
     * figure of theirs: what a datagram costs a machine on which a connection costs 145 us.
     */
    public static final CostModel DISK_1998 =
            new CostModel("disk-1998", 145_000, 145_000, 40_000, 50_000, 28_000_000, 410_000, 14_000_000, 1, 0);

    /**
     * A processor of today with a solid-state disk: 5 us a request and 10 GB/s; 80 us and 2 GB/s, 16 reads at a time.
     * As the model has disks, those are sixteen, to which files are dealt: two reads of files of one of them wait for
     * each other.
     */
    public static final CostModel NVME = new CostModel("nvme", 3_000, 2_000, 50, 5_000, 80_000, 32_000, 0, 16, 0);

    /** Costs before object storage: 30 ms, then 80 MB/s for each request, with any number of concurrent requests. */
    public static final CostModel OBJECT_STORAGE =
            new CostModel("object-storage", 3_000, 2_000, 50, 5_000, 30_000_000, 51_000, 0, 0, 0);

    /** Costs before an origin: 20 ms, then 100 MB/s for each request, with any number of concurrent requests. */
    public static final CostModel ORIGIN =
            new CostModel("origin-20ms", 3_000, 2_000, 50, 5_000, 20_000_000, 41_000, 0, 0, 0);

    private static final List<CostModel> ALL = List.of(
            DISK_1998,
            NVME,
            NVME.linked("nvme-10g", 10 * GIGABIT),
            NVME.linked("nvme-25g", 25 * GIGABIT),
            OBJECT_STORAGE,
            ORIGIN);

    public CostModel {
        if (Stream.of(connect, close, send, message, first, block, seek).anyMatch(cost -> cost < 0 || cost > 1L << 40)
                || disks < 0
                || disks > 1024
                || link < 0
                || link > 1L << 50) {
            throw new IllegalArgumentException("costs of " + name
                    + " are out of bounds: times are 0 to 2^40 ns, disks 0 to 1024, links 0 to 2^50 bits a second");
        }
        if (connect + close == 0) {
            throw new IllegalArgumentException("a request of " + name + " costs no processor time; expected some");
        }
    }

    public static CostModel named(String name) {
        Optional<CostModel> named =
                ALL.stream().filter(costs -> costs.name.equals(name)).findFirst();
        return named.orElseThrow(() -> new IllegalArgumentException(
                "costs '" + name + "' are not known; expected one of " + String.join(", ", names())));
    }

    public static List<String> names() {
        return ALL.stream().map(CostModel::name).toList();
    }

    public CostModel faster(double times) {
        return times == 1
                ? this
                : new CostModel(
                        name,
                        Math.round(connect / times),
                        Math.max(1, Math.round(close / times)),
                        Math.round(send / times),
                        Math.round(message / times),
                        first,
                        block,
                        seek,
                        disks,
                        link);
    }

    public CostModel withDisks(int count) {
        return new CostModel(name, connect, close, send, message, first, block, seek, disks == 0 ? 0 : count, link);
    }

    /** With one disk, each read of which takes so long, and a link without bounds. */
    public CostModel reading(long nanos) {
        return new CostModel(name, connect, close, send, message, nanos, 0, 0, 1, 0);
    }

    private CostModel linked(String other, long bits) {
        return new CostModel(other, connect, close, send, message, first, block, seek, disks, bits);
    }

    public long answering(long bytes) {
        return connect + sending(bytes) + close;
    }

    long sending(long bytes) {
        return (bytes + 511) / 512 * send;
    }

    long reading(long from, long bytes) {
        return (from == 0 ? first : seek) + (bytes + 4095) / 4096 * block;
    }

    long crossing(long bytes) {
        return link == 0 ? 0 : Math.round(8e9 * bytes / link);
    }
}
