package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.graph.LinkTarget.Inside;
import io.gosling.replication.graph.LinkTarget.Outside;
import io.gosling.replication.graph.LinkTarget.SamePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sample site, read as a visitor would who follows every link. */
class SampleSiteTest {
    private static final Path SITE = Path.of("..", "config", "site");

    private final Set<String> seen = new TreeSet<>();
    private final Set<String> wrong = new TreeSet<>();

    @Test
    void everyLinkLeadsSomewhereInsideTheSiteAndEveryFileIsLinkedFromSomewhere() throws IOException {
        Deque<String> toRead = new ArrayDeque<>(List.of("/index.html"));
        seen.add("/index.html");
        while (!toRead.isEmpty()) {
            toRead.addAll(read(toRead.remove()));
        }
        assertEquals(Set.of(), wrong);
        assertEquals(files(), seen);
    }

    @Test
    void thereAreAtLeastTwentyFourPagesWithPictures() throws IOException {
        assertTrue(files().stream().filter(name -> name.endsWith(".html")).count() >= 24);
        assertTrue(files().stream().filter(name -> name.endsWith(".svg")).count() >= 12);
        assertTrue(files().stream().anyMatch(name -> name.endsWith(".png")));
    }

    /** Notes what is wrong with a document's links; returns those documents that it is the first to link to. */
    private List<String> read(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(file(name));
        PageLinks links = PageLinks.of(bytes, mediaType(name));
        return links.links().stream()
                .flatMap(link -> switch (LinkTarget.of(link.url(), name, links.base())) {
                    case Outside outside -> complain(name, link, "leaves the site");
                    case SamePage here -> check(name, link, name);
                    case Inside inside ->
                        link.url().startsWith("/")
                                ? complain(name, link, "is not relative")
                                : check(name, link, inside.path());
                })
                .filter(seen::add)
                .toList();
    }

    private Stream<String> check(String from, Link link, String target) {
        if (!Files.isRegularFile(file(target))) {
            return complain(from, link, "has no file");
        }
        int hash = link.url().indexOf('#');
        if (hash >= 0 && !hasId(target, link.url().substring(hash + 1))) {
            return complain(from, link, "has no such place");
        }
        return Stream.of(target);
    }

    private static boolean hasId(String target, String id) {
        try {
            return Files.readString(file(target)).contains("id=\"" + id + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<String> complain(String from, Link link, String what) {
        wrong.add(from + ": " + link.url() + " " + what);
        return Stream.empty();
    }

    private static Set<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(SITE)) {
            return new TreeSet<>(files.filter(Files::isRegularFile)
                    .map(file -> "/" + SITE.relativize(file).toString().replace('\\', '/'))
                    .toList());
        }
    }

    private static Path file(String name) {
        return SITE.resolve(name.substring(1));
    }

    private static String mediaType(String name) {
        return Optional.of(name)
                .filter(html -> html.endsWith(".html"))
                .map(html -> "text/html; charset=utf-8")
                .orElse(name.endsWith(".css") ? "text/css" : "application/octet-stream");
    }
}
