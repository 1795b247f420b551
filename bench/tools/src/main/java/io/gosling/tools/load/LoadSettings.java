package io.gosling.tools.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of a load generator.
 *
 * @param servers that are asked in turn: a client stays with its own while its connection lives
 * @param http2 whether over HTTP/2; without TLS by prior knowledge
 * @param keep whether a connection of HTTP/1.1 is for more than one request
 * @param rate requests a second of all together, whatever the answers; 0 for each when the one before was answered
 * @param warmUp not counted
 * @param time after it; what is under way at its end is waited for
 * @param requests that count, at most
 */
public record LoadSettings(
        List<TargetServer> servers,
        boolean http2,
        int clients,
        int streams,
        boolean keep,
        double rate,
        Duration warmUp,
        Duration time,
        long requests,
        Duration timeOut,
        int threads,
        Map<String, String> fields) {
    private static final Duration TIME_OUT = Duration.ofSeconds(30);

    /** So many clients of HTTP/1.1 in a closed loop for so long, or until so many requests are done. */
    public static LoadSettings closed(List<TargetServer> servers, int clients, Duration time, long requests) {
        return new LoadSettings(
                servers, false, clients, 1, true, 0, Duration.ZERO, time, requests, TIME_OUT, 1, Map.of());
    }

    public LoadSettings apart() {
        return new LoadSettings(
                servers, http2, clients, streams, false, rate, warmUp, time, requests, timeOut, threads, fields);
    }
}
