package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgramTest {
    // example: a program that serves until it is told to end
    static final class Program {
        public static void main(String[] args) throws IOException, InterruptedException {
            Router routes = new Router().get("/hello", request -> Response.text("hello"));
            Gosling server = Gosling.builder().port(Integer.parseInt(args[0])).serve(routes);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            System.out.println(server.url("/"));
            server.join();
        }
    }
    // end

    @Test
    void servesUntilItIsToldToEnd() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        java.toString(), "-cp", System.getProperty("java.class.path"), Program.class.getName(), "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var client = HttpClient.newHttpClient();
                var lines = process.inputReader()) {
            URI url = URI.create(lines.readLine()).resolve("/hello");
            var answer = client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
            assertEquals("hello", answer.body());
            assertTrue(process.isAlive(), "it has ended by itself");
            process.destroy();
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it has not ended");
        } finally {
            process.destroyForcibly();
        }
    }
}
