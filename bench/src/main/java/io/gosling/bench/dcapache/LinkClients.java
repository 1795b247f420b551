package io.gosling.bench.dcapache;

import io.gosling.bench.fleet.Clients;
import io.gosling.bench.fleet.Connection;
import io.gosling.document.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients that follow links wherever they lead, each on a virtual thread: from the first page of a server, with what pages show,
 * twenty links, and again. They keep connections and no documents.
 *
 * @param home where visits begin
 * @param ticker by which answers are timed and a run ends
 */
record LinkClients(InetSocketAddress home, int clients, long seed, Ticker ticker) {
    private static final int LINKS_A_VISIT = 20;
    private static final int OK = 200;
    private static final int ELSEWHERE = 307;
    private static final Pattern SHOWN = Pattern.compile("(?i)<(?:img|script)\\b[^>]*?\\bsrc=[\"']?([^\"'> #]+)");
    private static final Pattern STYLE = Pattern.compile("(?i)<link\\b[^>]*?\\brel=[\"']?stylesheet[^>]*?>");
    private static final Pattern LINK = Pattern.compile("(?i)<a\\b[^>]*?\\bhref=[\"']?([^\"'> #]+)");
    private static final Pattern HREF = Pattern.compile("(?i)\\bhref=[\"']?([^\"'> #]+)");
    private static final Pattern ADDRESS = Pattern.compile("http://([^:/]+):([0-9]+)(/[^?]*).*");
    private static final Pattern COPY = Pattern.compile("/~migrate/[0-9]+/([^:/]+):([0-9]+)(/.*)");

    /**
     * What came of it.
     *
     * @param requests that were answered with what was asked for
     * @param bodies bytes of these answers, without headers
     * @param nanos from asking to the end of these answers, by way of another server where that was the way
     * @param redirected answers beside these, by which a server sent a client to the document's home
     * @param servers who answered, by port
     */
    record Tally(long requests, long bodies, long nanos, long redirected, long failed, Map<Integer, Long> servers) {
        static final Tally NOTHING = new Tally(0, 0, 0, 0, 0, Map.of());

        Tally plus(Tally other) {
            Map<Integer, Long> both = new TreeMap<>(servers);
            other.servers.forEach((port, count) -> both.merge(port, count, Long::sum));
            return new Tally(
                    requests + other.requests,
                    bodies + other.bodies,
                    nanos + other.nanos,
                    redirected + other.redirected,
                    failed + other.failed,
                    both);
        }

        double largestShare() {
            return (double) servers.values().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElse(0)
                    / Math.max(1, requests);
        }
    }

    LinkClients(InetSocketAddress home, int clients, long seed) {
        this(home, clients, seed, Ticker.system());
    }

    /** Asks for so long. */
    Tally run(Duration time) throws InterruptedException {
        long until = ticker.nanos() + time.toNanos();
        return Clients.run(clients, number -> new Visitor(number, until).run()).stream()
                .reduce(Tally.NOTHING, Tally::plus);
    }

    /** One of them. Used by one thread. */
    private final class Visitor {
        private final SplittableRandom random;
        private final long until;
        private final Map<InetSocketAddress, Connection> open = new HashMap<>();
        private final Map<Integer, Long> servers = new TreeMap<>();
        private long requests;
        private long bodies;
        private long nanos;
        private long redirected;
        private long failed;

        Visitor(int number, long until) {
            this.random = new SplittableRandom(seed * 31 + number);
            this.until = until;
        }

        Tally run() throws IOException {
            try {
                while (goesOn()) {
                    visit();
                }
                return new Tally(requests, bodies, nanos, redirected, failed, servers);
            } finally {
                for (Connection connection : open.values()) {
                    connection.close();
                }
            }
        }

        private boolean goesOn() {
            return ticker.nanos() - until < 0;
        }

        private void visit() {
            String page = "http://" + home.getHostString() + ":" + home.getPort() + "/index.html";
            List<String> links = List.of();
            for (int seen = 0; seen < LINKS_A_VISIT && goesOn(); seen++) {
                String text = get(page);
                List<String> further = found(LINK, text, page);
                if (!text.isEmpty()) {
                    for (String shown : shown(text, page)) {
                        if (goesOn()) {
                            get(shown);
                        }
                    }
                }
                // From what has no links one goes back.
                links = further.isEmpty() ? links : further;
                if (links.isEmpty()) {
                    return;
                }
                page = links.get(random.nextInt(links.size()));
            }
        }

        /** The text of a page; empty for anything else. */
        private String get(String url) {
            Matcher address = ADDRESS.matcher(url);
            if (!address.matches()) {
                failed++;
                return "";
            }
            return get(
                    new InetSocketAddress(address.group(1), Integer.parseInt(address.group(2))),
                    address.group(3),
                    ticker.nanos());
        }

        private String get(InetSocketAddress server, String path, long began) {
            try {
                Connection connection = open.get(server);
                if (connection == null) {
                    connection = Connection.open(server);
                    open.put(server, connection);
                }
                connection.send(path);
                Connection.Head head = connection.head();
                byte[] body = connection.read(head.length());
                if (head.status() == ELSEWHERE) {
                    redirected++;
                    Matcher copy = COPY.matcher(path);
                    if (copy.matches()) {
                        return get(
                                new InetSocketAddress(copy.group(1), Integer.parseInt(copy.group(2))),
                                copy.group(3),
                                began);
                    }
                }
                if (head.status() != OK) {
                    failed++;
                    return "";
                }
                requests++;
                bodies += body.length;
                nanos += ticker.nanos() - began;
                servers.merge(server.getPort(), 1L, Long::sum);
                boolean isPage = path.endsWith(".html");
                return isPage ? new String(body, StandardCharsets.ISO_8859_1) : "";
            } catch (IOException e) {
                failed++;
                Connection broken = open.remove(server);
                if (broken != null) {
                    close(broken);
                }
                return "";
            }
        }

        private static void close(Connection broken) {
            try {
                broken.close();
            } catch (IOException e) {
                // It is of no use any more.
            }
        }
    }

    /** Images, scripts and styles, each once. */
    private static List<String> shown(String text, String page) {
        Set<String> shown = new LinkedHashSet<>(found(SHOWN, text, page));
        Matcher style = STYLE.matcher(text);
        while (style.find()) {
            shown.addAll(found(HREF, style.group(), page));
        }
        return List.copyOf(shown);
    }

    /** Absolute addresses within the group, as often as they are written. */
    private static List<String> found(Pattern what, String text, String page) {
        List<String> found = new ArrayList<>();
        Matcher link = what.matcher(text);
        while (link.find()) {
            String url = absolute(link.group(1), page);
            if (!url.isEmpty()) {
                found.add(url);
            }
        }
        return found;
    }

    /** Empty for what leads out of the group. */
    static String absolute(String link, String page) {
        if (link.startsWith("http://127.0.0.1:")) {
            return link;
        }
        if (link.matches("(?s)(?:[A-Za-z][A-Za-z0-9+.-]*:|//).*")) {
            return "";
        }
        int path = page.indexOf('/', "http://".length());
        String server = page.substring(0, path);
        String whole = link.startsWith("/") ? link : page.substring(path, page.lastIndexOf('/') + 1) + link;
        List<String> kept = new ArrayList<>();
        for (String segment : Arrays.asList(whole.substring(1).split("/", -1))) {
            if (segment.equals("..") && !kept.isEmpty()) {
                kept.removeLast();
            } else if (!segment.equals(".") && !segment.equals("..")) {
                kept.add(segment);
            }
        }
        return server + "/" + String.join("/", kept);
    }
}
