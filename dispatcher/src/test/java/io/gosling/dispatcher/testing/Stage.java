package io.gosling.dispatcher.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.gosling.accesslog.AccessLog;
import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.document.Ticker;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A front-end with its back-ends, for one test. Closing it checks what must hold at rest: no request counted on any
 * back-end, none waiting, every buffer released.
 */
public final class Stage implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** The default endpoint of a front-end. */
    public static final ListenEndpoint ANY_PORT = ListenEndpoint.plain(anyAddress());

    private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

    static {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
            @Override
            @SuppressWarnings("deprecation") // the signature that the factory has
            public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int interval, long maxActive) {
                return new ResourceLeakDetector<>(type, 1) {
                    @Override
                    protected void reportTracedLeak(String resourceType, String records) {
                        LEAKS.add(resourceType + records);
                    }

                    @Override
                    protected void reportUntracedLeak(String resourceType) {
                        LEAKS.add(resourceType);
                    }
                };
            }
        });
    }

    private final Transport transport;
    private final List<ScriptedBackend> backends = new ArrayList<>();
    private final List<Backend> known = new CopyOnWriteArrayList<>();
    private volatile Consumer<List<Backend>> told = all -> {};
    public final FrontEnd frontEnd;

    private Stage(FrontEndSettings settings, @Nullable AccessLog lines, ScriptedBackend... backends)
            throws IOException {
        this(settings, ANY_PORT, lines, backends);
    }

    private Stage(
            FrontEndSettings settings, ListenEndpoint endpoint, @Nullable AccessLog lines, ScriptedBackend... backends)
            throws IOException {
        this.transport = Transport.open(TransportKind.AUTO, 1, "front");
        this.backends.addAll(List.of(backends));
        this.backends.forEach(backend -> known.add(backend.backend()));
        BackendSource source = changed -> {
            told = changed;
            changed.accept(List.copyOf(known));
            return () -> told = all -> {};
        };
        this.frontEnd = FrontEnd.start(settings, List.of(endpoint), transport, source, lines, Ticker.system());
    }

    public static InetSocketAddress anyAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    public static Stage of(FrontEndSettings settings, ScriptedBackend... backends) throws IOException {
        return new Stage(settings, null, backends);
    }

    public static Stage of(FrontEndSettings settings, ListenEndpoint endpoint, ScriptedBackend... backends)
            throws IOException {
        return new Stage(settings, endpoint, null, backends);
    }

    public static Stage of(ScriptedBackend... backends) throws IOException {
        return new Stage(FrontEndSettings.defaults(), null, backends);
    }

    public static Stage of(AccessLog lines, ScriptedBackend... backends) throws IOException {
        return of(FrontEndSettings.defaults(), lines, backends);
    }

    public static Stage of(FrontEndSettings settings, AccessLog lines, ScriptedBackend... backends) throws IOException {
        return new Stage(settings, lines, backends);
    }

    public RawClient client() throws IOException {
        return RawClient.connect(frontEnd.address());
    }

    public RawClient.Answer get(String path) throws IOException {
        try (RawClient client = client()) {
            return client.get(path).answer();
        }
    }

    public void tell(List<Backend> all) {
        told.accept(all);
    }

    public FrontEndStatus.BackendStatus status(String name) {
        return frontEnd.status().backends().stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public long outcome(RequestOutcome outcome) {
        return frontEnd.status().outcomes().getOrDefault(outcome.label(), -1L);
    }

    /**
     * Waits until no request is under way. The answer of a node that took a connection may be with the client before
     * the front-end has counted the handoff, and before it knows that the request is over.
     */
    public void untilQuiet() {
        until("all is quiet", () -> frontEnd.status().active() == 0);
    }

    public static void until(String what, BooleanSupplier holds) {
        Instant deadline = Instant.now().plus(TIMEOUT);
        while (!holds.getAsBoolean()) {
            if (Instant.now().isAfter(deadline)) {
                fail("waited " + TIMEOUT + " for: " + what);
            }
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    @Override
    public void close() throws IOException {
        for (ScriptedBackend backend : backends) {
            backend.close();
        }
        try {
            until(
                    "all requests over",
                    () -> frontEnd.status().active() == 0
                            && frontEnd.status().lasting() == 0
                            && frontEnd.status().queued() == 0);
            frontEnd.status().backends().forEach(backend -> assertEquals(0, backend.load(), backend::name));
        } finally {
            frontEnd.close();
            transport.close();
        }
        System.gc();
        assertEquals(List.of(), List.copyOf(LEAKS));
    }
}
