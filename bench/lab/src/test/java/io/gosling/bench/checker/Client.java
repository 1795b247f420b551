package io.gosling.bench.checker;

import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads pages from one node and looks at every byte. Keeps its connection while that is good. One thread. */
final class Client implements AutoCloseable {
    private static final Pattern ETAG = Pattern.compile("\"v(\\d+)([ab]?)\"");
    private static final Pattern PART = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");
    private static final int FROM = 50;
    private static final int TO = 199;

    private final Cluster cluster;
    private final CheckedNode node;
    private RawConnection connection;
    private long pid;

    /** The manner of a request. */
    enum Way {
        GET,
        /** Unless it is still the version there is now, or the one before. */
        CONDITIONAL,
        PART,
        HEAD,
        /** As a browser's reload: the node is to ask the origin. */
        RELOAD,
        /** Two requests before the first answer. */
        TWICE
    }

    /** @param wrong what is wrong with the answer by itself or by what was purged */
    record Answer(Seen seen, Optional<String> wrong) {}

    Client(Cluster cluster, CheckedNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    /**
     * Reads a page; the answers are in the history.
     *
     * @param turn chooses among what the page has to choose from
     * @throws UncheckedIOException when the node gives no answer, or a status that stands for no bytes
     */
    List<Answer> read(Page page, Way way, int turn) {
        String variant = page.kind() == Page.Kind.VARIES ? turn % 2 == 0 ? "a" : "b" : "";
        try {
            return exchange(page, way, variant, turn);
        } catch (UncheckedIOException e) {
            close();
            throw e;
        }
    }

    private List<Answer> exchange(Page page, Way way, String variant, int turn) {
        if (connection == null || pid != node.pid()) {
            close();
            pid = node.pid();
            connection = cluster.connect(node);
        }
        StringBuilder request = new StringBuilder(way == Way.HEAD ? "HEAD " : "GET ")
                .append(page.path())
                .append(" HTTP/1.1\r\nHost: www.example.com\r\n");
        if (!variant.isEmpty()) {
            request.append(Origin.VARIANT).append(": ").append(variant).append("\r\n");
        }
        switch (way) {
            case CONDITIONAL ->
                request.append("If-None-Match: ")
                        .append(page.etag(cluster.origin().version(page) - turn / 2 % 2, variant))
                        .append("\r\n");
            case PART -> request.append("Range: bytes=" + FROM + "-" + TO + "\r\n");
            case RELOAD -> request.append("Cache-Control: no-cache\r\n");
            case GET, HEAD, TWICE -> {}
        }
        String once = request.append("\r\n").toString();
        int times = way == Way.TWICE ? 2 : 1;
        long began = System.nanoTime();
        connection.send(once.repeat(times));
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            RawResponse response = way == Way.HEAD ? connection.readHead() : connection.read();
            answers.add(look(response, page, way, variant, began, System.nanoTime()));
        }
        return answers;
    }

    private Answer look(RawResponse response, Page page, Way way, String variant, long began, long ended) {
        String how = String.valueOf(response.header("Cache-Status"));
        if (response.status() != 200 && response.status() != 206 && response.status() != 304) {
            String what = node + " answered " + response.status() + " for " + page + " (" + how + ")";
            cluster.history().add(began, ended, page, what);
            throw new UncheckedIOException(new IOException(what));
        }
        Matcher tag = ETAG.matcher(String.valueOf(response.header("ETag")));
        if (!tag.matches()) {
            throw new AssertionError("an answer without the origin's entity tag: " + response.headers());
        }
        String serial = response.header(Origin.SERIAL);
        Seen seen = new Seen(
                node.name(),
                page,
                began,
                ended,
                response.status(),
                serial == null ? -1 : Long.parseLong(serial),
                Integer.parseInt(tag.group(1)),
                how);
        cluster.history().add(began, ended, page, seen);
        Optional<String> damage = tag.group(2).equals(variant)
                ? damage(response, seen, way, variant)
                : Optional.of("it is the variant " + tag.group(2) + " and not " + variant);
        return new Answer(seen, damage.isPresent() ? damage : cluster.check().judge(seen));
    }

    /** Describes a fault in the bytes: they must be those of one version, the one that the header names. */
    private static Optional<String> damage(RawResponse response, Seen seen, Way way, String variant) {
        Page page = seen.page();
        int whole = page.length(seen.version());
        if (way == Way.HEAD || response.status() == 304) {
            return Optional.empty();
        }
        int from = 0;
        int length = whole;
        if (response.status() == 206) {
            Matcher part = PART.matcher(String.valueOf(response.header("Content-Range")));
            if (!part.matches() || Integer.parseInt(part.group(3)) != whole) {
                return Optional.of("Content-Range is " + response.header("Content-Range") + ", of " + whole + " bytes");
            }
            from = Integer.parseInt(part.group(1));
            length = Integer.parseInt(part.group(2)) - from + 1;
        }
        byte[] body = response.body();
        return body.length == length && page.isPart(body, seen.version(), variant, from)
                ? Optional.empty()
                : Optional.of("the " + body.length + " bytes of its body are not the " + length + " of that version");
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
