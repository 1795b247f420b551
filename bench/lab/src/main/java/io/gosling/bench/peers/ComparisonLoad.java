package io.gosling.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load that a generator produces in one round: {@code wrk -t1 -c64} or {@code h2load -t1 -c16 -m16}, whatever the
 * server.
 */
record ComparisonLoad(String tool, String file, boolean secure, List<String> more) {
    static final String WRK = "wrk";
    static final String H2LOAD = "h2load";
    /** A script for wrk that sends 16 requests at once. */
    static final String PIPELINE = "pipeline.lua";

    /** A script for wrk that requests one of many files at random, the same ones in every run. */
    static final String RANDOM_FILES = "random-files.lua";

    private static final Pattern WRK_REQUESTS = Pattern.compile("(\\d+) requests in");
    private static final Pattern WRK_STATUS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern WRK_SOCKETS =
            Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
    private static final Pattern H2LOAD_REQUESTS =
            Pattern.compile("requests: .* (\\d+) succeeded, (\\d+) failed, (\\d+) errored, (\\d+) timeout");

    static final ComparisonLoad KB_1 = wrk("1k.bin");

    static final ComparisonLoad KB_10 = wrk("10k.bin");

    static final ComparisonLoad KB_100 = wrk("100k.bin");

    /** A connection for each request. */
    static final ComparisonLoad KB_1_CLOSED = KB_1.with("-H", "Connection: close");

    static final ComparisonLoad KB_1_SECOND_SITE = KB_1.with("-H", "Host: " + ServerVariant.SECOND_HOST);

    record Outcome(long requests, long failed) {}

    static ComparisonLoad wrk(String file) {
        return new ComparisonLoad(WRK, file, false, List.of());
    }

    static ComparisonLoad pipelined(String file) {
        return new ComparisonLoad(WRK, file, false, List.of("-s", PIPELINE));
    }

    static ComparisonLoad randomFiles() {
        return new ComparisonLoad(WRK, ServedFiles.FIRST_OF_MANY, false, List.of("-s", RANDOM_FILES));
    }

    static ComparisonLoad http2(String file) {
        return new ComparisonLoad(H2LOAD, file, true, List.of());
    }

    ComparisonLoad overTls() {
        return new ComparisonLoad(tool, file, true, more);
    }

    ComparisonLoad with(String... arguments) {
        List<String> all = new ArrayList<>(more);
        all.addAll(List.of(arguments));
        return new ComparisonLoad(tool, file, secure, all);
    }

    boolean http2() {
        return tool.equals(H2LOAD);
    }

    String url(ComparedServer.Address server) {
        return (secure ? "https://127.0.0.1:" + server.secure() : "http://127.0.0.1:" + server.plain()) + "/" + file;
    }

    /**
     * The command of a round; a script is looked for in the directory where it runs. h2load is given a number of
     * requests: with a time limit instead, it never ends if the handshake of a connection was not over by then (seen
     * with 1.52).
     *
     * @param rate requests a second that the server is expected to answer
     */
    List<String> command(ComparedServer.Address server, int seconds, long rate) {
        List<String> command = new ArrayList<>();
        command.add(tool);
        command.addAll(
                http2()
                        ? List.of("-t1", "-c16", "-m16", "-n", "" + seconds * rate)
                        : List.of("-t1", "-c64", "-d" + seconds));
        command.addAll(more);
        command.add(url(server));
        return command;
    }

    /** Reads what the program has printed; a text without counts is a round without requests. */
    Outcome outcome(String printed) {
        if (http2()) {
            Matcher counts = H2LOAD_REQUESTS.matcher(printed);
            return counts.find()
                    ? new Outcome(number(counts, 1), number(counts, 2) + number(counts, 3) + number(counts, 4))
                    : new Outcome(0, 0);
        }
        Matcher requests = WRK_REQUESTS.matcher(printed);
        Matcher status = WRK_STATUS.matcher(printed);
        Matcher sockets = WRK_SOCKETS.matcher(printed);
        long wrong = status.find() ? number(status, 1) : 0;
        long failed = wrong;
        if (sockets.find()) {
            for (int cause = 1; cause <= 4; cause++) {
                failed += number(sockets, cause);
            }
        }
        return new Outcome(requests.find() ? number(requests, 1) - wrong : 0, failed);
    }

    private static long number(Matcher matcher, int group) {
        return Long.parseLong(matcher.group(group));
    }
}
