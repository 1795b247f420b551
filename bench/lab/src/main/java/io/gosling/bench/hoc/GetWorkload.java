package io.gosling.bench.hoc;

import java.util.List;

/**
 * A set of gets of objects of one size, by evenly drawn keys.
 *
 * @param atOnce that are under way, of all servers together: the paper's connections
 * @param copies that a server keeps of objects at home elsewhere
 */
record GetWorkload(String name, int objects, int bytes, int gets, int atOnce, int copies) {
    /**
     * The paper's sets. Of objects of 1 MiB there are no more than fit a heap, and 64 gets run at once instead of 2048,
     * since each object is in this process twice.
     */
    static final List<GetWorkload> ALL = List.of(
            new GetWorkload("8k", 40_000, 8 << 10, 200_000, 64, 1000),
            new GetWorkload("16k", 40_000, 16 << 10, 200_000, 64, 1000),
            new GetWorkload("512", 40_000, 512, 200_000, 3072, 1000),
            new GetWorkload("1m", 200, 1 << 20, 50_000, 64, 0));

    GetWorkload smaller(int divisor) {
        return new GetWorkload(
                name, Math.max(20, objects / divisor), bytes, Math.max(200, gets / divisor), atOnce, copies / divisor);
    }

    long footprint() {
        return (long) objects * bytes;
    }
}
