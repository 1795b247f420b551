package io.gosling.tools.trace;

/**
 * Selects the lines of an access log that are requests of a trace: a GET that was answered 200, 206 or 304. The size of
 * an object is that of its largest 200 response; an object that never had such a response is left out together with its
 * requests.
 */
final class LogLineFilter {
    private LogLineFilter() {}

    static boolean isRead(long status) {
        return status == 200 || status == 206 || status == 304;
    }

    static void add(TraceBuilder draft, int object, long status, long bytes) {
        draft.ask(object);
        if (status == 200) {
            draft.size(object, bytes);
        }
    }
}
