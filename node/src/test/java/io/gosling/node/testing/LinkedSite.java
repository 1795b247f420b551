package io.gosling.node.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A generated site whose pages share images and a style, and a crawl that compares every byte with the files. */
public final class LinkedSite {
    public static final int PAGES = 12;
    public static final int IMAGES = 40;
    private static final Pattern LINK = Pattern.compile("(src|href)=\"([^\"]*)\"|url\\(([^)]*)\\)");
    private static final Pattern COPY = Pattern.compile("http://[^\"/)]+/~migrate/[0-9]+/[^\"/)]+(/[^\")]*)");
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private LinkedSite() {}

    public static Path make(Path folder) throws IOException {
        Random random = new Random(17);
        Files.createDirectories(folder.resolve("img"));
        for (int i = 0; i < IMAGES; i++) {
            byte[] image = new byte[500 + random.nextInt(20_000)];
            random.nextBytes(image);
            Files.write(folder.resolve("img/" + i + ".png"), image);
        }
        Files.writeString(folder.resolve("style.css"), "body { background: url(/img/0.png) } p { color: #123 }\n");
        for (int page = 0; page < PAGES; page++) {
            StringBuilder text = new StringBuilder("<!doctype html><title>Page " + page + "</title>\n"
                    + "<link rel=\"stylesheet\" href=\"/style.css\">\n");
            for (int i = 0; i < 10; i++) {
                text.append("<p>&auml; & bytes that stay <img src=\"/img/")
                        .append((page * 7 + i * 3) % IMAGES)
                        .append(".png\">\n");
            }
            for (int next = 1; next <= 3; next++) {
                text.append("<a href=\"/p").append((page + next) % PAGES).append(".html\">next</a>\n");
            }
            Files.writeString(folder.resolve(page == 0 ? "index.html" : "p" + page + ".html"), text);
        }
        // The end of the chain of links.
        Files.writeString(folder.resolve("p0.html"), Files.readString(folder.resolve("index.html")));
        return folder;
    }

    /**
     * The result of a crawl.
     *
     * @param files paths that answered with the bytes of their files
     * @param servers number of images and styles each server answered
     */
    public record Seen(Set<String> files, Map<String, Integer> servers) {
        /** The smallest part of the subresources that one of these servers answered. */
        public double leastShare(List<String> of) {
            double all = servers.values().stream().mapToInt(count -> count).sum();
            return of.stream()
                            .mapToInt(name -> servers.getOrDefault(name, 0))
                            .min()
                            .orElse(0)
                    / all;
        }
    }

    /** A link that did not answer, because nobody was there. */
    static final class NobodyThere extends Exception {
        private static final long serialVersionUID = 1;
        final String page;

        NobodyThere(String page, String url, Throwable cause) {
            super(url + " of " + page, cause);
            this.page = page;
        }
    }

    /**
     * Follows all links from a server's first page; each page is asked for again once when one of its links is dead.
     */
    public static Seen crawl(Path files, String server, Consumer<String> eachPage, Consumer<String> beforeReload)
            throws Exception {
        Seen seen = new Seen(new HashSet<>(), new TreeMap<>());
        Deque<String> pages = new ArrayDeque<>(List.of("http://" + server + "/"));
        Set<String> met = new HashSet<>(pages);
        while (!pages.isEmpty()) {
            String url = pages.remove();
            eachPage.accept(url);
            List<String> more;
            try {
                more = visit(files, url, seen);
            } catch (NobodyThere dead) {
                beforeReload.accept(url);
                more = visit(files, url, seen);
            }
            more.stream().filter(met::add).forEach(pages::add);
        }
        return seen;
    }

    /** Fetches a page and what it is made of; returns the pages it leads to. */
    private static List<String> visit(Path files, String url, Seen seen) throws Exception {
        String page = text(files, url, get(url, url), seen);
        List<String> pages = new ArrayList<>();
        for (String link : links(page)) {
            String to = URI.create(url).resolve(link).toString();
            if (link.endsWith(".html")) {
                pages.add(to);
            } else {
                part(files, url, to, seen);
            }
        }
        return pages;
    }

    private static void part(Path files, String page, String url, Seen seen) throws Exception {
        HttpResponse<byte[]> answer = get(page, url);
        String at = url;
        if (answer.statusCode() == 307) {
            at = URI.create(url)
                    .resolve(answer.headers().firstValue("Location").orElseThrow())
                    .toString();
            answer = get(page, at);
        }
        seen.servers().merge(URI.create(at).getAuthority(), 1, Integer::sum);
        if (url.endsWith(".css")) {
            for (String link : links(text(files, at, answer, seen))) {
                HttpResponse<byte[]> image =
                        get(page, URI.create(at).resolve(link).toString());
                if (image.statusCode() != 200 && image.statusCode() != 307) {
                    throw new AssertionError(link + " of " + at + ": " + image.statusCode());
                }
            }
        } else {
            String path = path(at);
            if (answer.statusCode() != 200
                    || !Arrays.equals(answer.body(), Files.readAllBytes(files.resolve(path.substring(1))))) {
                throw new AssertionError(at + " is not the file: " + answer.statusCode());
            }
            seen.files().add(path);
        }
    }

    /** The text as it was sent, after it was found to be the file's but for addresses of the same documents. */
    private static String text(Path files, String url, HttpResponse<byte[]> answer, Seen seen) throws IOException {
        String sent = new String(answer.body(), StandardCharsets.UTF_8);
        String path = path(url).endsWith("/") ? path(url) + "index.html" : path(url);
        String plain = COPY.matcher(sent).replaceAll((MatchResult found) -> found.group(1));
        String home = plain.replaceAll("http://127\\.0\\.0\\.1:[0-9]+/", "/");
        if (answer.statusCode() != 200 || !home.equals(Files.readString(files.resolve(path.substring(1))))) {
            throw new AssertionError(url + " is not the file: " + answer.statusCode() + "\n" + sent);
        }
        seen.files().add(path);
        return sent;
    }

    /** Of the document that an address names, wherever it is kept. */
    private static String path(String url) {
        var copy = COPY.matcher(url);
        return copy.matches() ? copy.group(1) : URI.create(url).getPath();
    }

    private static List<String> links(String text) {
        return LINK.matcher(text)
                .results()
                .map(found -> found.group(2) == null ? found.group(3) : found.group(2))
                .toList();
    }

    private static HttpResponse<byte[]> get(String page, String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new NobodyThere(page, url, e);
        }
    }
}
