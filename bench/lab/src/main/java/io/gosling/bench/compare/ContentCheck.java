package io.gosling.bench.compare;

import io.gosling.bench.cluster.LinkFollowingClients;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.ProcessHost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Checks that a forwarding mode leads to the requested content: some documents are fetched by it, and must be byte for
 * byte the site's files.
 *
 * @param rewritten whether pages may differ from their files
 */
record ContentCheck(ProcessHost from, Path site, boolean rewritten) {
    private static final int MOST = 24;
    private static final int MOST_HOPS = 3;
    private static final int OK = 200;
    private static final int ELSEWHERE = 307;

    /** @throws IOException when something else is answered, and which */
    void check(InetSocketAddress home) throws IOException {
        for (Path file : some()) {
            String path = "/" + file.getFileName();
            byte[] body = fetch(home, path);
            boolean free = rewritten && path.endsWith(".html");
            if (!free && !Arrays.equals(body, Files.readAllBytes(file))) {
                throw new IOException(
                        path + " is answered with " + body.length + " bytes that are not those of its file");
            }
        }
    }

    private List<Path> some() throws IOException {
        try (Stream<Path> files = Files.list(site)) {
            List<Path> all = files.sorted().toList();
            int step = Math.max(1, all.size() / MOST);
            return Stream.iterate(0, i -> i < all.size(), i -> i + step)
                    .map(all::get)
                    .toList();
        }
    }

    private byte[] fetch(InetSocketAddress home, String path) throws IOException {
        InetSocketAddress server = home;
        String there = path;
        for (int hops = 0; hops <= MOST_HOPS; hops++) {
            try (KeepAliveConnection connection = KeepAliveConnection.open(from, server)) {
                KeepAliveConnection.Answer answer = connection.get(there);
                if (answer.status() == OK) {
                    return answer.body();
                }
                if (answer.status() != ELSEWHERE) {
                    throw new IOException(path + " is answered with " + answer.status());
                }
                // A server of ours, which says its port.
                Matcher next = LinkFollowingClients.ADDRESS.matcher(answer.location());
                if (!next.matches()) {
                    throw new IOException(path + " is sent to " + answer.location());
                }
                server = new InetSocketAddress(next.group(1), Integer.parseInt(next.group(2)));
                there = next.group(3);
            }
        }
        throw new IOException(path + " is sent from server to server");
    }
}
