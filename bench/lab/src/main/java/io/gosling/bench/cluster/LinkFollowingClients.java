package io.gosling.bench.cluster;

import io.gosling.document.Ticker;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.ProcessHost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Runs clients that follow links wherever they lead, each on a virtual thread: from the first page of a server, with
 * the parts of pages, twenty links, and again. They cache no documents. The links that a client follows are drawn by
 * its number and the seed, so that the same site gets the same requests in the same order, whichever server answers.
 */
public record LinkFollowingClients(Visits visits, int clients, long seed, Ticker ticker) {
    private static final int LINKS_A_VISIT = 20;
    private static final int OK = 200;
    private static final int ELSEWHERE = 307;
    private static final int NOT_FOUND = 404;
    /** An absolute address with its port: host, port, and path without the query. */
    public static final Pattern ADDRESS = Pattern.compile("http://([^:/]+):([0-9]+)(/[^?]*).*");
    /** The precision of delays: three digits, in microseconds. */
    private static final int DIGITS = 3;

    /** The maximum number of redirects for one document, after which a client gives up. */
    private static final int MOST_HOPS = 3;

    private static final int MOST_WARM_UPS = 10;

    /**
     * The starting points and the manner of visits.
     *
     * @param homes of the first pages: clients take turns
     * @param entry path of the first page; of what is no page nothing else is asked for
     * @param has whether something is at a path, which may have escapes: links of the site that are broken themselves
     *     are not counted as failures
     */
    public record Visits(
            ProcessHost from, List<InetSocketAddress> homes, String entry, boolean kept, Predicate<String> has) {
        public Visits {
            homes = List.copyOf(homes);
        }

        public Visits(ProcessHost from, List<InetSocketAddress> homes, String entry, boolean kept) {
            this(from, homes, entry, kept, path -> true);
        }

        public static Visits to(InetSocketAddress home, Path site) {
            return new Visits(ProcessHost.HERE, List.of(home), "/index.html", true, path -> isFile(site, path));
        }

        /** True for a file, for a folder with an index page, and if it cannot be decided. */
        private static boolean isFile(Path site, String path) {
            try {
                Path file =
                        site.resolve(URI.create("http://site" + path).getPath().substring(1));
                return Files.isRegularFile(file) || Files.isRegularFile(file.resolve("index.html"));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                return true;
            }
        }

        String first(int client) {
            InetSocketAddress home = homes.get(client % homes.size());
            return "http://" + home.getHostString() + ":" + home.getPort() + entry;
        }
    }

    /**
     * The counts and delays of all clients.
     *
     * @param requests that were answered with what was asked for
     * @param bodies bytes of these answers, without headers
     * @param nanos from asking to the end of these answers, by way of another server where that was the way
     * @param redirected answers beside these, by which a client was sent elsewhere
     */
    public record Tally(
            long requests,
            long bodies,
            long nanos,
            long redirected,
            long failed,
            Map<InetSocketAddress, Long> servers,
            Histogram delays) {
        private static Tally nothing() {
            return new Tally(0, 0, 0, 0, 0, Map.of(), new Histogram(DIGITS));
        }

        private Tally plus(Tally other) {
            Map<InetSocketAddress, Long> both = new HashMap<>(servers);
            other.servers.forEach((server, count) -> both.merge(server, count, Long::sum));
            Histogram all = delays.copy();
            all.add(other.delays);
            return new Tally(
                    requests + other.requests,
                    bodies + other.bodies,
                    nanos + other.nanos,
                    redirected + other.redirected,
                    failed + other.failed,
                    both,
                    all);
        }

        public double delayMillis(double percentile) {
            return delays.getValueAtPercentile(percentile) / 1e3;
        }

        public double meanMillis() {
            return nanos / 1e6 / Math.max(1, requests);
        }

        public double largestShare() {
            return (double) servers.values().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElse(0)
                    / Math.max(1, requests);
        }
    }

    public LinkFollowingClients(Visits visits, int clients, long seed) {
        this(visits, clients, seed, Ticker.system());
    }

    public Tally run(Duration time) throws InterruptedException {
        long until = ticker.nanos() + time.toNanos();
        ExtractedLinkCache pages = new ExtractedLinkCache();
        return ConcurrentClientRunner.run(clients, number -> new Visitor(number, until, pages).run()).stream()
                .reduce(Tally.nothing(), Tally::plus);
    }

    /** Asks again until so many servers have answered or ten such times are over; returns how many did at last. */
    public int warmUp(Duration time, int servers) throws InterruptedException {
        int heard = 0;
        for (int i = 0; i < MOST_WARM_UPS && heard < servers; i++) {
            heard = run(time).servers().size();
        }
        return heard;
    }

    /** One client. Used by one thread. */
    private final class Visitor {
        private final SplittableRandom random;
        private final String first;
        private final long until;
        private final ExtractedLinkCache pages;
        private final Map<InetSocketAddress, KeepAliveConnection> open = new HashMap<>();
        private final Map<InetSocketAddress, Long> servers = new HashMap<>();
        private final Histogram delays = new Histogram(DIGITS);
        private long requests;
        private long bodies;
        private long nanos;
        private long redirected;
        private long failed;

        Visitor(int number, long until, ExtractedLinkCache pages) {
            this.random = new SplittableRandom(seed * 31 + number);
            this.first = visits.first(number);
            this.until = until;
            this.pages = pages;
        }

        Tally run() {
            try {
                while (goesOn()) {
                    visit();
                }
                return new Tally(requests, bodies, nanos, redirected, failed, servers, delays);
            } finally {
                open.values().forEach(KeepAliveConnection::close);
            }
        }

        private boolean goesOn() {
            return ticker.nanos() - until < 0;
        }

        private void visit() {
            String page = first;
            ExtractedLinks links = ExtractedLinks.none(first);
            for (int seen = 0; seen < LINKS_A_VISIT && goesOn(); seen++) {
                ExtractedLinks got = get(page);
                for (String shown : got.shown()) {
                    if (goesOn()) {
                        get(shown);
                    }
                }
                String further = got.followed(random);
                if (further.isEmpty()) {
                    // From a page without links a client goes back.
                    page = links.followed(random);
                } else {
                    page = further;
                    links = got;
                }
                if (page.isEmpty()) {
                    return;
                }
            }
        }

        private ExtractedLinks get(String wanted) {
            long began = ticker.nanos();
            String url = wanted;
            for (int hops = 0; hops <= MOST_HOPS; hops++) {
                Matcher address = ADDRESS.matcher(url);
                if (!address.matches()) {
                    break;
                }
                InetSocketAddress server = new InetSocketAddress(address.group(1), Integer.parseInt(address.group(2)));
                try {
                    KeepAliveConnection.Answer answer = connection(server).get(address.group(3));
                    if (!visits.kept()) {
                        drop(server);
                    }
                    if (answer.status() == OK) {
                        count(server, answer.body().length, ticker.nanos() - began);
                        boolean isPage = address.group(3).endsWith(".html");
                        return isPage ? pages.of(answer.body(), url) : ExtractedLinks.none(url);
                    }
                    if (answer.status() == NOT_FOUND && !visits.has().test(address.group(3))) {
                        return ExtractedLinks.none(wanted);
                    }
                    if (answer.status() != ELSEWHERE) {
                        break;
                    }
                    redirected++;
                    url = answer.location();
                } catch (IOException e) {
                    drop(server);
                    break;
                }
            }
            failed++;
            return ExtractedLinks.none(wanted);
        }

        private void count(InetSocketAddress server, long length, long took) {
            requests++;
            bodies += length;
            nanos += took;
            delays.recordValue(Math.max(0, took / 1000));
            servers.merge(server, 1L, Long::sum);
        }

        private KeepAliveConnection connection(InetSocketAddress server) throws IOException {
            KeepAliveConnection connection = open.get(server);
            if (connection == null) {
                connection = KeepAliveConnection.open(visits.from(), server);
                open.put(server, connection);
            }
            return connection;
        }

        private void drop(InetSocketAddress server) {
            KeepAliveConnection broken = open.remove(server);
            if (broken != null) {
                broken.close();
            }
        }
    }
}
