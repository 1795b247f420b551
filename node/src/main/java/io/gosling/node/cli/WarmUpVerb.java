package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.ShutdownWatchdog;
import io.gosling.node.run.RunningFrontEnd;
import io.gosling.node.run.RunningNode;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code gosling warm-up}: records the classes that a start needs, with a node and a front-end that serve some
 * requests.
 */
@Command(
        name = "warm-up",
        hidden = true,
        description = "Start, serve and stop once, so that the JVM can record a start-up cache.",
        footer = {"", "Example:", "  gosling warm-up"})
final class WarmUpVerb implements Verb {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Duration DRAIN = Duration.ofSeconds(1);
    private static final int REQUESTS = 50;
    private static final int LONGER_THAN_A_SEGMENT = 200_000;
    /** Longer than what the sockets between a file and a client that does not read take up. */
    private static final int LONGER_THAN_SOCKETS_TAKE = 8 << 20;

    private static final int SLOW_READERS = 200;
    /** So often that the record says which code a start under such a load compiles first. */
    private static final int ROUNDS_OF_SLOW_READERS = 6;

    @Option(
            names = "--brief",
            description = "Leave out the slow readers: the start-up cache is then made sooner, and a start under such"
                    + " a load compiles more.")
    private boolean brief;

    @Option(
            names = "--alone",
            description = "Start a node in no cluster and no front-end, for the cache of such a node.")
    private boolean alone;

    @Override
    public ExitCode call() throws IOException, BadConfigurationException, InterruptedException {
        ShutdownWatchdog.start(BOUND);
        Path folder = Files.createTempDirectory("gosling-warm-up-");
        Path page = folder.resolve("index.html");
        Path large = folder.resolve("large.txt");
        Path endless = folder.resolve("endless.bin");
        Path secret = folder.resolve("secret");
        PlainArguments.read(NodeSettings.ALL, List.of(folder.toString(), CommonSettings.PORT.flag(), "0"));
        try {
            Files.writeString(page, "<!doctype html><title>Warm-up</title>");
            Files.write(large, new byte[LONGER_THAN_A_SEGMENT]);
            Files.write(endless, new byte[LONGER_THAN_SOCKETS_TAKE]);
            if (alone) {
                try (RunningNode node = RunningNode.start(
                        values(folder).over(freePorts(CommonSettings.PORT, CommonSettings.ADMIN_PORT)))) {
                    ask(List.of(node.readyLine()));
                    node.drain();
                }
                return ExitCode.OK;
            }
            Files.writeString(secret, ClusterSecret.generate(new SecureRandom()));
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
            }
            try (RunningNode node = RunningNode.start(nodeValues(folder, secret))) {
                String cluster = node.readyLine().get("cluster");
                try (RunningFrontEnd frontEnd =
                        RunningFrontEnd.start(freePorts(CommonSettings.PORT, CommonSettings.ADMIN_PORT)
                                .with(CommonSettings.SECRET_FILE, List.of(secret.toString()))
                                .with(DispatchSettings.JOIN, List.of(cluster)))) {
                    awaitBackend(frontEnd);
                    ask(List.of(node.readyLine(), frontEnd.readyLine()));
                    frontEnd.drain(Duration.ZERO, DRAIN);
                }
                node.drain();
            }
        } finally {
            for (Path made : List.of(page, large, endless, secret, folder)) {
                Files.deleteIfExists(made);
            }
        }
        return ExitCode.OK;
    }

    private static SettingValues nodeValues(Path folder, Path secret) {
        return values(folder)
                .with(CommonSettings.SECRET_FILE, List.of(secret.toString()))
                .with(NodeSettings.PEER_PORT, List.of("0"))
                .over(freePorts(CommonSettings.PORT, CommonSettings.ADMIN_PORT, CommonSettings.CLUSTER_PORT));
    }

    private static SettingValues values(Path folder) {
        return SettingValues.none()
                .with(NodeSettings.DIR, List.of(folder.toString()))
                .with(NodeSettings.NAME, List.of("warm-up"))
                .with(CacheSettings.MEMORY, List.of("16m"));
    }

    private static SettingValues freePorts(Setting<?>... ports) {
        SettingValues values = SettingValues.none();
        for (Setting<?> port : ports) {
            values = values.with(port, List.of("0"));
        }
        return values;
    }

    private static void awaitBackend(RunningFrontEnd frontEnd) throws InterruptedException {
        for (int i = 0; i < 500 && frontEnd.readyBackends() == 0; i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private void ask(List<ReadyLine> lines) throws IOException, InterruptedException {
        // The JDK's client is for the cache of nodes that ask origins.
        try (HttpClient client = alone ? null : HttpClient.newHttpClient()) {
            for (ReadyLine line : lines) {
                for (int i = 0; i < REQUESTS; i++) {
                    get(client, line.get("http"), "/");
                    get(client, line.get("http"), "/large.txt");
                }
                for (int i = 0; i < (brief ? 0 : ROUNDS_OF_SLOW_READERS); i++) {
                    readSlowly(line.get("http"), "/endless.bin");
                }
                get(client, line.get("http"), "/absent");
                get(client, line.get("admin"), "/status");
                if (!alone) {
                    get(client, line.get("admin"), "/metrics");
                }
            }
        }
    }

    /** Begins many responses and ends them half way: a start under such a load is the hardest. */
    private static void readSlowly(String address, String path) throws IOException {
        URI server = URI.create("http://" + address);
        byte[] request =
                ("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW_READERS; i++) {
                Socket client = new Socket(server.getHost(), server.getPort());
                clients.add(client);
                client.getOutputStream().write(request);
                client.getInputStream().read();
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static void get(@Nullable HttpClient client, String address, String path)
            throws IOException, InterruptedException {
        URI url = URI.create("http://" + address + path);
        if (client == null) {
            try (Socket socket = new Socket(url.getHost(), url.getPort())) {
                String request = "GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readAllBytes();
            }
            return;
        }
        HttpRequest request =
                HttpRequest.newBuilder(url).version(HttpClient.Version.HTTP_1_1).build();
        client.send(request, HttpResponse.BodyHandlers.discarding());
    }
}
