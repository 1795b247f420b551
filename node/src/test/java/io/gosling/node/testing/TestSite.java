package io.gosling.node.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/** A small site on disk, and the asking for it. */
public final class TestSite {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestSite() {}

    public static Path make(Path folder) throws IOException {
        Random random = new Random(5);
        Files.writeString(folder.resolve("index.html"), "<!doctype html><title>It works</title>");
        byte[] large = new byte[300_000];
        random.nextBytes(large);
        Files.write(folder.resolve("large.bin"), large);
        Files.createDirectory(folder.resolve("deep"));
        Files.writeString(folder.resolve("deep/page.html"), "<p>deep");
        return folder;
    }

    public static HttpResponse<byte[]> get(String address, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(Duration.ofSeconds(60))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    public static String text(String address, String path) throws Exception {
        return new String(get(address, path).body(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
