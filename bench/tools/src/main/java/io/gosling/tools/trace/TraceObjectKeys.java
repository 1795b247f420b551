package io.gosling.tools.trace;

/** The keys by which policies know the objects of a trace: their numbers behind a slash. Immutable by agreement. */
public record TraceObjectKeys(String[] keys) {
    public static TraceObjectKeys of(Trace trace) {
        String[] keys = new String[trace.objects()];
        for (int object = 0; object < keys.length; object++) {
            keys[object] = "/" + object;
        }
        return new TraceObjectKeys(keys);
    }

    public String key(int object) {
        return keys[object];
    }

    public int number(String key) {
        return Integer.parseInt(key, 1, key.length(), 10);
    }
}
