package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/**
 * The Internet checksum (RFC 1071), and what a change does to it without reading the rest again (RFC 1624, equation 3).
 *
 * <pre>
 * HC' = ~(~HC + ~m + m')     m, m': the words before and after, + with end-around carry
 * </pre>
 *
 * <p>Several changes are added up as one <i>difference</i>, the sum of all ~m + m'. Where a network card is to finish
 * the checksum, the field holds the sum of the pseudo-header without the complement (a <i>partial</i> checksum, Linux
 * CHECKSUM_PARTIAL): then the difference is added without the complements.
 */
public final class InternetChecksum {
    private InternetChecksum() {}

    static long difference(int before, int after) {
        return (~before & 0xFFFFL) + (after & 0xFFFFL);
    }

    static long differenceOfInts(int before, int after) {
        return difference(before >>> 16, after >>> 16) + difference(before, after);
    }

    static long differenceOfLongs(long before, long after) {
        return differenceOfInts((int) (before >>> 32), (int) (after >>> 32))
                + differenceOfInts((int) before, (int) after);
    }

    static int changed(int checksum, long difference) {
        return ~fold((~checksum & 0xFFFF) + difference) & 0xFFFF;
    }

    static int changedPartial(int sum, long difference) {
        return fold(sum + difference);
    }

    /**
     * The sum of bytes as words of 16 bits, the first byte the upper one; an odd last byte counts as followed by zero.
     *
     * @param start a sum to go on from, unfolded or not
     */
    public static long sum(MemorySegment memory, long at, long bytes, long start) {
        long sum = start;
        long end = at + bytes;
        long place = at;
        for (; place + 1 < end; place += 2) {
            sum += BigEndianAccess.word(memory, place);
        }
        return place < end ? sum + ((long) BigEndianAccess.octet(memory, place) << 8) : sum;
    }

    /** The checksum whose words add up to this. */
    public static int of(long sum) {
        return ~fold(sum) & 0xFFFF;
    }

    static int fold(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xFFFF) + (folded >>> 16);
        }
        return (int) folded;
    }
}
