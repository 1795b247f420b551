package io.gosling.tools.trace;

/** Parses lines {@code id size}, or {@code time id size} with the time in seconds; the rest of a line is ignored. */
final class IdSizeParser extends LineParser {
    @Override
    boolean read(LineReader line, TraceBuilder draft) {
        int first = line.skipBlanks(line.from());
        int firstEnd = line.endOfWord(first);
        int second = line.skipBlanks(firstEnd);
        int secondEnd = line.endOfWord(second);
        int third = line.skipBlanks(secondEnd);
        int thirdEnd = line.endOfWord(third);
        boolean timed = thirdEnd > third;
        int key = timed ? second : first;
        int keyEnd = timed ? secondEnd : firstEnd;
        long size = timed ? line.number(third, thirdEnd) : line.number(second, secondEnd);
        if (size < 0 || keyEnd == key) {
            return false;
        }
        long time = timed ? line.number(first, firstEnd) : -1;
        // A first word that is no number is no time, and all of the trace counts.
        if (time < 0 || draft.counts(time)) {
            int object = draft.object(line.bytes(), key, keyEnd);
            draft.ask(object);
            draft.size(object, size);
        }
        return true;
    }
}
