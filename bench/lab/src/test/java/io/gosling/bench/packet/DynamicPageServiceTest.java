package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class DynamicPageServiceTest {
    @Test
    void anAnswerHasAsManyBytesAsItsPathSays() throws Exception {
        try (Gosling server = Gosling.serve(DynamicPageService::answer);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> made = get(client, server, "/100000");
            assertEquals(200, made.statusCode());
            assertArrayEquals(new byte[100_000], made.body());
            assertEquals(404, get(client, server, "/index.html").statusCode());
        }
    }

    private static HttpResponse<byte[]> get(HttpClient client, Gosling server, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.url(path)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }
}
