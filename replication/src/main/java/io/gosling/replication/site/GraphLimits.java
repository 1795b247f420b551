package io.gosling.replication.site;

/**
 * How much of a site a graph may hold. What is beyond is served as it is, and named.
 *
 * @param files 1 to 10 000 000
 * @param links 0 to 100 000 000; each takes some 40 bytes of memory, besides its address, of which each is held once
 * @param pageBytes longer pages are not read; 1 KiB to 256 MiB
 */
public record GraphLimits(int files, long links, int pageBytes) {
    /** @throws IllegalArgumentException when one is out of bounds */
    public GraphLimits {
        require("files", files, 1, 10_000_000);
        require("links", links, 0, 100_000_000);
        require("pageBytes", pageBytes, 1 << 10, 256 << 20);
    }

    /** 1 000 000 files, 2 000 000 links, pages up to 16 MiB. */
    public static GraphLimits defaults() {
        return new GraphLimits(1_000_000, 2_000_000, 16 << 20);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }
}
