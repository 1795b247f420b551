package io.gosling.bench.peers;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** Polls a server that was just started until it serves the file, and compares it, before anything is measured. */
record ServerReadinessCheck(
        ProcessWorkspace place, SelfSignedCertificate certificate, ComparisonRow row, byte[] expected) {
    /** The launcher may build its start-up cache first. */
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration ONE_TRY = Duration.ofSeconds(10);

    static {
        // It names the host of a site itself; read when the first client is made.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
    }

    void await(RunningServers.Running server) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        HttpClient.Version version = row.load.http2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(certificate.trust())
                .version(version)
                .connectTimeout(ONE_TRY)
                .build()) {
            while (true) {
                try {
                    judge(server, version, ask(client, server));
                    return;
                } catch (IOException e) {
                    if (!server.process().isAlive() || System.nanoTime() - deadline > 0) {
                        throw new CommandFailureException(
                                ExitCode.UNREACHABLE,
                                server.name() + " does not answer " + row.load.url(server.address()) + " (" + e
                                        + "); it printed:\n" + place.printed(server.name()),
                                e);
                    }
                    Thread.sleep(PAUSE);
                }
            }
        }
    }

    private HttpResponse<byte[]> ask(HttpClient client, RunningServers.Running server)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(row.load.url(server.address())))
                .timeout(ONE_TRY);
        if (row.dress() == ServerVariant.TWO_SITES) {
            request.header("Host", ServerVariant.SECOND_HOST);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private void judge(RunningServers.Running server, HttpClient.Version version, HttpResponse<byte[]> answer) {
        Optional<String> tls = answer.sslSession().map(SSLSession::getProtocol);
        boolean right = answer.statusCode() == 200
                && Arrays.equals(answer.body(), expected)
                && answer.version() == version
                && tls.map("TLSv1.3"::equals).orElse(!row.load.secure());
        if (!right) {
            throw new CommandFailureException(
                    ExitCode.FAILURE,
                    server.name() + " answered " + answer.uri() + " with " + answer.statusCode() + ", "
                            + answer.body().length + " bytes, " + answer.version()
                            + tls.map(" over "::concat).orElse("")
                            + "; expected 200 and the " + expected.length + " bytes of the file, " + version
                            + (row.load.secure() ? " over TLSv1.3" : ""));
        }
    }
}
