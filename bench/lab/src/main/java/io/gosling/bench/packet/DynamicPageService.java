package io.gosling.bench.packet;

import io.gosling.Gosling;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.document.Body;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A web server that starts a process for each request and sends its output, as servers made dynamic pages at the time
 * of the paper: {@code gosling bench made-service}. The path is the number of bytes: {@code /108000}. Runs as a process
 * of its own, like any back-end.
 */
@Command(
        name = "made-service",
        hidden = true,
        description = "Answer each request with the output of a process of its own, until this is ended.",
        footer = {"", "Example:", "  gosling bench made-service 8000"})
public final class DynamicPageService implements Verb {
    @Parameters(index = "0", paramLabel = "PORT")
    private int port;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        try (Gosling server = Gosling.builder().host("0.0.0.0").port(port).serve(DynamicPageService::answer)) {
            System.out.println("ready service=" + server.address().getPort());
            System.out.flush();
            server.join();
            return ExitCode.OK;
        }
    }

    static Response answer(Request request) throws IOException {
        String size = request.rawPath().substring(1);
        if (!size.matches("[0-9]{1,9}")) {
            return ErrorPageBuilder.of(404);
        }
        Process process = new ProcessBuilder("head", "-c", size, "/dev/zero")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        request.whenDone(process::destroyForcibly);
        return new Response(
                200,
                Headers.of("Content-Type", "application/octet-stream", "Cache-Control", "no-store"),
                new Body.Streamed(process.getInputStream(), Long.parseLong(size)));
    }
}
