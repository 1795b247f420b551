package io.gosling.bench.checker;

/**
 * The result of a read.
 *
 * @param began before its first byte was sent, by the checker's clock
 * @param serial of the origin's answer that the bytes came with or were last confirmed by; -1 where it was not told, as
 *     in a 304
 * @param version what the entity tag says
 * @param how the field Cache-Status
 */
record Seen(String node, Page page, long began, long ended, int status, long serial, int version, String how) {
    @Override
    public String toString() {
        return node + " answered " + status + " for " + page + ": version " + version
                + (serial < 0 ? "" : ", answer " + serial) + " (" + how + ")";
    }
}
