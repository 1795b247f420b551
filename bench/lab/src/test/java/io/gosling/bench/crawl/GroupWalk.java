package io.gosling.bench.crawl;

import io.gosling.bench.crawl.ExpectedResponses.Due;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.PageLinks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * A link checker for a replica set: follows every link from one server's first page, fetches the parts of each page
 * from whichever server has them, and compares everything with the files. A page with a link that is not answered is
 * requested once more. Used by one thread.
 */
final class GroupWalk {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int REDIRECTS = 3;

    private final HttpClient client;
    private final GroupAddresses group;
    private final ExpectedResponses files;
    private final Map<Path, PageLinks> known;
    private final int mostPages;
    private final IntConsumer eachPage;
    private final Runnable beforeReload;
    private final Found found = new Found();
    private final Set<String> met = new HashSet<>();
    private final Deque<String> frontier = new ArrayDeque<>();

    /** The results of a walk, filled in as it proceeds. */
    static final class Found {
        /** Files that were served correctly, and the pages among them by the path under which they were requested. */
        final Set<Path> files = new TreeSet<>();

        final Set<String> pages = new LinkedHashSet<>();
        /** Paths of the site that do not exist, and were answered so. */
        final Set<String> broken = new TreeSet<>();
        /** The number of parts of pages by the server that answered. */
        final Map<String, Integer> servers = new TreeMap<>();

        final List<String> wrong = new ArrayList<>();
        final List<String> unanswered = new ArrayList<>();
        int reloads;

        /** The smallest part of what pages show that one of these answered. */
        double leastShare(Set<String> of) {
            double all = servers.values().stream().mapToInt(count -> count).sum();
            return of.stream()
                            .mapToInt(name -> servers.getOrDefault(name, 0))
                            .min()
                            .orElse(0)
                    / Math.max(1, all);
        }

        @Override
        public String toString() {
            return pages.size() + " pages, " + files.size() + " files, " + broken.size() + " broken, " + servers + ", "
                    + reloads + " reloads, wrong " + wrong + ", unanswered " + unanswered;
        }
    }

    /** Thrown if an address does not answer. */
    private static final class NobodyThere extends Exception {
        private static final long serialVersionUID = 1;

        NobodyThere(String url, Throwable cause) {
            super(url, cause);
        }
    }

    private record Answer(String url, HttpResponse<byte[]> response) {
        String type() {
            return response.headers().firstValue("Content-Type").orElse("");
        }

        PageLinks links() {
            return PageLinks.of(response.body(), type());
        }
    }

    /**
     * @param known links of files that were read before; more are added
     * @param mostPages after which it ends
     * @param eachPage called before each page with the number of pages so far
     * @param beforeReload waits before a page is requested again
     */
    GroupWalk(
            HttpClient client,
            GroupAddresses group,
            ExpectedResponses files,
            Map<Path, PageLinks> known,
            int mostPages,
            IntConsumer eachPage,
            Runnable beforeReload) {
        this.client = client;
        this.group = group;
        this.files = files;
        this.known = known;
        this.mostPages = mostPages;
        this.eachPage = eachPage;
        this.beforeReload = beforeReload;
    }

    /** One client for many walks. */
    static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Walks from these pages of a server on. */
    Found from(String server, List<String> starts) throws IOException, InterruptedException {
        starts.forEach(start -> add("http://" + server + start));
        while (!frontier.isEmpty() && found.pages.size() < mostPages) {
            String url = frontier.remove();
            eachPage.accept(found.pages.size());
            try {
                visit(url);
            } catch (NobodyThere once) {
                found.reloads++;
                beforeReload.run();
                try {
                    visit(url);
                } catch (NobodyThere twice) {
                    found.unanswered.add(url + ": " + twice.getMessage() + ", " + twice.getCause());
                }
            }
        }
        return found;
    }

    private void add(String url) {
        if (met.add(group.plain(url))) {
            frontier.add(url);
        }
    }

    /** A page, with what it shows, or whatever else a link leads to. */
    private void visit(String url) throws IOException, InterruptedException, NobodyThere {
        Answer answer = get(url);
        PageLinks page = answer.links();
        if (!isRight(answer, page) || !PageLinks.isHtml(answer.type())) {
            return;
        }
        found.pages.add(group.plain(answer.url()));
        shows(answer, page, new HashSet<>());
        for (Link link : page.links()) {
            if (link.kind() == LinkKind.PAGE || link.kind() == LinkKind.REFERENCE) {
                group.follow(link.url(), answer.url(), page.base()).ifPresent(this::add);
            }
        }
    }

    /** Fetches what a page or style shows, each address once, as a browser with an empty cache. */
    private void shows(Answer from, PageLinks links, Set<String> fetched)
            throws IOException, InterruptedException, NobodyThere {
        for (Link link : links.links()) {
            Optional<String> url = link.kind() == LinkKind.ASSET
                    ? group.follow(link.url(), from.url(), links.base())
                    : Optional.empty();
            if (url.isPresent() && fetched.add(url.get())) {
                Answer answer = get(url.get());
                found.servers.merge(group.server(answer.url()).orElseThrow(), 1, Integer::sum);
                PageLinks further = answer.links();
                if (isRight(answer, further) && !PageLinks.isHtml(answer.type())) {
                    shows(answer, further, fetched);
                }
            }
        }
    }

    /** Records a response; whether it has a document. */
    private boolean isRight(Answer answer, PageLinks links) throws IOException {
        String path = GroupAddresses.pathOf(group.plain(answer.url()));
        int status = answer.response().statusCode();
        if (!(files.due(path) instanceof Due.Bytes there)) {
            boolean refused = status == 400 || status == 403 || status == 404;
            if (refused) {
                found.broken.add(path);
            } else {
                found.wrong.add(answer.url() + ": status " + status + "; no such file is in the site");
            }
            return false;
        }
        byte[] body = answer.response().body();
        byte[] file = Files.readAllBytes(there.file());
        Optional<String> difference = Optional.empty();
        if (status != 200) {
            difference = Optional.of("status " + status);
        } else if (SentPage.canDiffer(answer.type())) {
            PageLinks due = known.computeIfAbsent(there.file(), one -> PageLinks.of(file, answer.type()));
            difference = new SentPage(group, files).difference(path, body, links, file, due, answer.type());
        } else if (!Arrays.equals(body, file)) {
            difference = Optional.of("other bytes than the file's");
        }
        difference.ifPresent(what -> found.wrong.add(answer.url() + ": " + what));
        if (difference.isEmpty()) {
            found.files.add(there.file());
        }
        return difference.isEmpty();
    }

    private Answer get(String url) throws IOException, InterruptedException, NobodyThere {
        String at = url;
        for (int hop = 0; ; hop++) {
            HttpResponse<byte[]> response = send(at);
            Optional<String> location = response.headers().firstValue("Location");
            if (response.statusCode() / 100 != 3 || location.isEmpty() || hop == REDIRECTS) {
                return new Answer(at, response);
            }
            Optional<String> next = group.follow(location.get(), at, Optional.empty());
            if (next.isEmpty()) {
                found.wrong.add(at + ": sends to " + location.get());
                return new Answer(at, response);
            }
            at = next.get();
        }
    }

    private HttpResponse<byte[]> send(String url) throws InterruptedException, NobodyThere {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new NobodyThere(url, e);
        }
    }
}
