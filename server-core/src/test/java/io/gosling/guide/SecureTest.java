package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecureTest {
    // example: HTTPS, HTTP/2 and a log
    static Gosling secure(Router routes, Path folder, int port) throws IOException {
        return Gosling.builder()
                .host("0.0.0.0")
                .port(port)
                .certificate(folder.resolve("site.pem"), folder.resolve("site.key"))
                .accessLog(AccessLogSettings.to(folder.resolve("access.log").toString()))
                .serve(routes);
    }
    // end

    @Test
    void speaksHttp2OverTlsAndLogsIt(@TempDir Path folder) throws Exception {
        TestCertificate.of("localhost").write(folder, "site");
        Router routes = new Router().get("/hello", request -> Response.text(request.isSecure() ? "safe" : "open"));
        try (var server = secure(routes, folder, 0);
                var client = HttpClient.newBuilder()
                        .sslContext(TlsClient.create().context())
                        .build()) {
            var answer =
                    client.send(HttpRequest.newBuilder(server.url("/hello")).build(), BodyHandlers.ofString());
            assertEquals("safe", answer.body());
            assertEquals(Version.HTTP_2, answer.version());
        }
        String line = Files.readString(folder.resolve("access.log"));
        assertTrue(line.contains("\"GET /hello HTTP/2.0\" 200 4"), line);
    }
}
