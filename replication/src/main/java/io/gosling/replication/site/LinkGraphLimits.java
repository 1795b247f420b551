package io.gosling.replication.site;

import io.gosling.common.BoundsCheck;

/**
 * Limits of the size of a graph. Files beyond them are served unchanged, and reported.
 *
 * @param files 1 to 10 000 000
 * @param links 0 to 100 000 000; each takes some 40 bytes of memory, besides its address; equal addresses are held once
 * @param pageBytes longer pages are not read; 1 KiB to 256 MiB
 * @param characters of all paths, addresses and policies together, where an address counts at each link that has it
 *     and a policy once; 0 to 12 800 000 000, by default 128 for each of {@code links}
 */
public record LinkGraphLimits(int files, long links, int pageBytes, long characters) {
    private static final long CHARACTERS_A_LINK = 128;
    private static final long MOST_LINKS = 100_000_000;

    /** @throws IllegalArgumentException when one is out of bounds */
    public LinkGraphLimits {
        BoundsCheck.require("files", files, 1, 10_000_000);
        BoundsCheck.require("links", links, 0, MOST_LINKS);
        BoundsCheck.require("pageBytes", pageBytes, 1 << 10, 256 << 20);
        BoundsCheck.require("characters", characters, 0, CHARACTERS_A_LINK * MOST_LINKS);
    }

    /** With 128 characters a link. */
    public LinkGraphLimits(int files, long links, int pageBytes) {
        this(files, links, pageBytes, CHARACTERS_A_LINK * links);
    }

    /** 1 000 000 files, 2 000 000 links, pages up to 16 MiB, 256 000 000 characters. */
    public static LinkGraphLimits defaults() {
        return new LinkGraphLimits(1_000_000, 2_000_000, 16 << 20);
    }
}
