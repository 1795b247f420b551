package io.gosling.tools.trace;

/**
 * Parses Squid's own access log: {@code seconds.millis elapsed client action/status bytes method URL ...}, with any
 * number of blanks between the words. The bytes of a response include its header.
 */
final class SquidLogParser extends LineParser {
    private static final int WORDS = 7;

    private final int[] starts = new int[WORDS];
    private final int[] ends = new int[WORDS];

    @Override
    boolean read(LineReader line, TraceBuilder draft) {
        int at = line.skipBlanks(line.from());
        for (int word = 0; word < WORDS; word++) {
            starts[word] = at;
            ends[word] = line.endOfWord(at);
            if (ends[word] == at) {
                return false;
            }
            at = line.skipBlanks(ends[word]);
        }
        int dot = line.find('.', starts[0]);
        int slash = line.find('/', starts[3]);
        if (dot < 0 || dot > ends[0] || slash < 0 || slash > ends[3]) {
            return false;
        }
        long seconds = line.number(starts[0], dot);
        long status = line.number(slash + 1, ends[3]);
        long bytes = line.number(starts[4], ends[4]);
        if (seconds < 0 || status < 0 || bytes < 0) {
            return false;
        }
        boolean get = line.has(starts[5], "GET") && ends[5] == starts[5] + 3;
        if (draft.counts(seconds) && get && TraceBuilder.isRead(status)) {
            draft.answered(draft.object(line.bytes(), starts[6], ends[6]), status, bytes);
        }
        return true;
    }
}
