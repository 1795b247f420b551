package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.relay.LocalResponse;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.document.Ticker;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A front-end in a process of its own, before the back-ends at the ports it is given. Prints its port, and does what it
 * is told: {@code fill} opens all files it may, {@code free} closes them, {@code status} says what is thought of
 * back-ends.
 */
public final class ShortFrontEnd {
    private static final FrontEndSettings CHECKS = FrontEndSettings.defaults()
            .with(HealthCheckSettings.BY, HealthCheckSettings.Means.TCP)
            .with(HealthCheckSettings.INTERVAL, Duration.ofMillis(50))
            .with(HealthCheckSettings.TIMEOUT, Duration.ofSeconds(5))
            .with(HealthCheckSettings.RISE, 1)
            .with(HealthCheckSettings.FALL, 1);

    private final List<FileInputStream> files = new ArrayList<>();
    private final FrontEnd frontEnd;

    private ShortFrontEnd(FrontEnd frontEnd) {
        this.frontEnd = frontEnd;
    }

    public static void main(String[] ports) throws Exception {
        List<Backend> backends = Arrays.stream(ports)
                .map(port -> Backend.ready(
                        port, new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))))
                .toList();
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "front");
                FrontEnd frontEnd = FrontEnd.start(
                        CHECKS.with(ForwardingSettings.CONNECTIONS, 8)
                                .with(ForwardingSettings.WAITING, 8)
                                .with(ForwardingSettings.CONNECT_TIME, Duration.ofSeconds(5)),
                        List.of(ListenEndpoint.plain(Stage.anyAddress())),
                        transport,
                        new ConfiguredBackends(backends),
                        null,
                        Ticker.system())) {
            loadClasses(transport);
            System.out.println("port=" + frontEnd.address().getPort());
            BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            ShortFrontEnd process = new ShortFrontEnd(frontEnd);
            for (String word = told.readLine(); word != null; word = told.readLine()) {
                System.out.println(process.answer(word));
            }
        }
    }

    /** Loads classes ahead, which failures need, from files. */
    private static void loadClasses(Transport transport) throws Exception {
        loadAll(FrontEnd.class);
        loadAll(ConnectionPool.class);
        LocalResponse.after(BackendFailureReason.SHORT)
                .response(true, false, FrontEndContext.Terms.of(FrontEndSettings.defaults()))
                .release();
        LocalExhaustionCheck.isCauseOf(new IOException("error(-99)"));
        // The time of the first line in the log.
        System.getLogger(ShortFrontEnd.class.getName())
                .log(System.Logger.Level.INFO, "descriptors are about to be short");
        var loop = transport.eventLoops().next();
        ConnectionPool pool = ConnectionPool.open(
                transport, FrontEndSettings.defaults().forwarding().pool());
        loop.submit(() -> pool.acquire(loop, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
                .syncUninterruptibly()
                .getNow()
                .awaitUninterruptibly();
    }

    /** All that are in one folder with this one; a jar stays open. */
    private static void loadAll(Class<?> one) throws Exception {
        Path folder =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.walk(folder)) {
                for (Path file :
                        found.filter(path -> path.toString().endsWith(".class")).toList()) {
                    String name = folder.relativize(file).toString().replace(File.separatorChar, '.');
                    Class.forName(name.substring(0, name.length() - ".class".length()), false, one.getClassLoader());
                }
            }
        }
    }

    private String answer(String word) throws IOException {
        switch (word) {
            case "fill" -> fill();
            case "free" -> {
                for (FileInputStream file : files) {
                    file.close();
                }
            }
            default -> {
                long ejections = 0;
                long failed = 0;
                for (FrontEndStatus.BackendStatus backend : frontEnd.status().backends()) {
                    ejections += backend.ejections();
                    failed += backend.checks().failed();
                }
                return "ejections " + ejections + ", failed checks " + failed;
            }
        }
        return "done";
    }

    private void fill() {
        try {
            while (true) {
                files.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException full) {
            // as it is meant to be
        }
    }
}
