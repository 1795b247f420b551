package io.gosling.bench.crawl;

import io.gosling.bench.crawl.ExpectedResponses.Due;
import io.gosling.bench.crawl.FetchResult.Answered;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.LinkTarget.Inside;
import io.gosling.replication.graph.PageLinks;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Fetches one target of the site, compares it with its file, and lists its links. Safe for use by many threads. */
record PageCheck(CrawlClient fetcher, Optional<ExpectedResponses> files) {
    /** The statuses for a missing path: it may be missing, forbidden, or name no file. */
    private static final Set<Integer> REFUSALS = Set.of(400, 403, 404);

    /**
     * One request of a crawl with its results.
     *
     * @param leadsTo targets inside the site that the answer links to, redirects included
     */
    record CheckedPage(String target, FetchResult fetched, Optional<String> difference, List<String> leadsTo) {
        CheckedPage {
            leadsTo = List.copyOf(leadsTo);
        }
    }

    CheckedPage check(String target, boolean reading) throws InterruptedException {
        FetchResult fetched = fetcher.get(target);
        return switch (fetched) {
            case FetchResult.Failed failed -> new CheckedPage(target, failed, Optional.empty(), List.of());
            case Answered answer ->
                new CheckedPage(
                        target, answer, difference(target, answer), reading ? links(path(target), answer) : List.of());
        };
    }

    private Optional<String> difference(String target, Answered answer) {
        if (files.isEmpty()) {
            return Optional.empty();
        }
        try {
            return difference(answer, files.get().due(path(target)));
        } catch (IOException e) {
            return Optional.of("the file cannot be read: " + e);
        }
    }

    private static Optional<String> difference(Answered answer, Due due) throws IOException {
        return switch (due) {
            case Due.Bytes bytes ->
                answer.status() == 200
                        ? difference(answer.body(), Files.readAllBytes(bytes.file()))
                        : Optional.of("status " + answer.status() + "; the file " + bytes.file() + " is there");
            case Due.Slash slash ->
                answer.status() / 100 == 3
                        ? Optional.empty()
                        : Optional.of("status " + answer.status() + "; expected a redirect to the directory");
            case Due.Nothing nothing ->
                REFUSALS.contains(answer.status())
                        ? Optional.empty()
                        : Optional.of("status " + answer.status() + "; no such file is in the site");
        };
    }

    private static Optional<String> difference(byte[] body, byte[] file) {
        int at = Arrays.mismatch(body, file);
        if (at < 0) {
            return Optional.empty();
        }
        return Optional.of(
                "the bytes differ from offset " + at + " on: got " + body.length + ", the file has " + file.length);
    }

    private static List<String> links(String page, Answered answer) {
        List<String> targets = new ArrayList<>();
        if (!answer.location().isEmpty()) {
            add(LinkTarget.of(answer.location(), page, Optional.empty()), targets);
        }
        PageLinks links = PageLinks.of(answer.body(), answer.mediaType());
        for (Link link : links.links()) {
            if (link.kind() != LinkKind.BASE && link.kind() != LinkKind.FORM) {
                add(LinkTarget.of(link.url(), page, links.base()), targets);
            }
        }
        return targets;
    }

    private static void add(LinkTarget target, List<String> to) {
        if (target instanceof Inside inside) {
            to.add(inside.requestTarget());
        }
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}
