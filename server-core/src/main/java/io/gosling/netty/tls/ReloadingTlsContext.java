package io.gosling.netty.tls;

import io.gosling.document.Ticker;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A listener's certificates and keys, ready for connections and kept up to date. One thread of its own, {@code
 * gosling-certificates}, checks the files, rotates ticket keys and warns of certificates that expire; {@link
 * #close()} ends it. When a file becomes invalid, the version before stays in use. Event loops only read. Close it
 * after the listeners that use it.
 */
public final class ReloadingTlsContext implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReloadingTlsContext.class.getName());

    private static final int LONGEST_HELLO = 16 << 10;

    /** Disables renegotiation of TLS 1.2 by the client in the JDK; BoringSSL refuses by itself. */
    private static final String NO_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    static {
        System.getProperties().putIfAbsent(NO_RENEGOTIATION, "true");
    }

    private final TlsProvider provider;
    private final Ticker ticker;
    private final InstantSource wall;
    private final ScheduledExecutorService thread;
    private volatile TlsSettings settings;
    private volatile TlsContexts contexts;
    private volatile boolean closed;

    private FileChangeDetector files;
    private final List<TicketKeys> ticketKeys = new ArrayList<>();
    private final Set<String> complaints = new HashSet<>();
    private long rotated;

    private ReloadingTlsContext(TlsSettings settings, Ticker ticker, InstantSource wall) throws IOException {
        this.settings = settings;
        this.provider = settings.get(TlsSettings.PROVIDER).chosen();
        this.ticker = ticker;
        this.wall = wall;
        // Before the files are read, so that no change is missed in between.
        this.files = new FileChangeDetector(settings.files().toList());
        this.contexts = TlsContexts.read(settings, provider);
        renewTicketKeys();
        useTicketKeys(contexts);
        this.rotated = ticker.nanos();
        complain();
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("gosling-certificates").factory());
    }

    /**
     * Reads the files and begins to watch them.
     *
     * @throws IOException when one is missing or wrong, or key and certificate do not belong together
     * @throws IllegalStateException when the requested provider is missing on this machine
     */
    public static ReloadingTlsContext open(TlsSettings settings, Ticker ticker, InstantSource wall) throws IOException {
        ReloadingTlsContext tls = new ReloadingTlsContext(settings, ticker, wall);
        long millis = settings.get(TlsSettings.RELOAD).toMillis();
        tls.thread.scheduleWithFixedDelay(tls::look, millis, millis, TimeUnit.MILLISECONDS);
        return tls;
    }

    /** The first stage of a connection: waits for the name that the client requests, then becomes the TLS stage. */
    public ChannelHandler newStage() {
        return new CertificateChoice(this, settings);
    }

    public TlsSettings settings() {
        return settings;
    }

    /**
     * Returns provider, versions and certificates, for the line at start:
     * {@code BoringSSL, TLS 1.2 and 1.3, 1 certificate}.
     */
    public String describe() {
        int number = settings.certificates().size();
        return provider.label() + ", " + (settings.oldVersion() ? "TLS 1.2 and 1.3" : "TLS 1.3") + ", " + number
                + (number == 1 ? " certificate" : " certificates");
    }

    SslContext acquire(@Nullable String name) {
        while (!closed) {
            SslContext context = contexts.acquire(name);
            if (context != null) {
                return context;
            }
            // Replaced between the two lines: the next look sees the new ones.
        }
        throw new IllegalStateException("TLS has been closed");
    }

    void look() {
        try {
            if (files.changed()) {
                reload();
            }
            if (ticker.nanos() - rotated
                    >= settings.get(TlsSettings.TICKET_ROTATION).toNanos()) {
                rotated = ticker.nanos();
                ticketKeys.forEach(TicketKeys::rotate);
                useTicketKeys(contexts);
            }
            complain();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "looking after the certificates failed; it is tried again", e);
        }
    }

    /**
     * Prepares other settings, or changed files: all files are read, so that errors are found before anything changes.
     * Running the result applies them to connections that open later; it waits for that, at most 5 s. The provider and
     * the check interval stay what they were. Where nothing differs, nothing happens.
     *
     * @throws IOException when a file is missing or wrong; names it and says what was expected
     */
    public Runnable change(TlsSettings other) throws IOException {
        TlsContexts.read(other, provider).release();
        return () -> {
            try {
                thread.submit(() -> turnTo(other)).get(5, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
                LOG.log(Level.ERROR, "the settings of TLS could not be changed", e);
            }
        };
    }

    private void turnTo(TlsSettings other) {
        if (!other.equals(settings)) {
            use(other);
        } else if (files.changedByNow()) {
            reload();
        }
    }

    private void use(TlsSettings other) {
        FileChangeDetector watched = new FileChangeDetector(other.files().toList());
        TlsContexts fresh = read(other);
        if (fresh != null) {
            settings = other;
            files = watched;
            // Clients that other authorities or an older version admitted must not come back by a ticket.
            renewTicketKeys();
            exchange(fresh);
            complain();
        }
    }

    private void reload() {
        TlsContexts fresh = read(settings);
        if (fresh != null) {
            if (settings.find(TlsSettings.CLIENT_CERTIFICATES).isPresent()) {
                // A client that the old authorities admitted must not come back by a ticket.
                renewTicketKeys();
            }
            exchange(fresh);
        }
    }

    private @Nullable TlsContexts read(TlsSettings of) {
        try {
            return TlsContexts.read(of, provider);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "certificates were changed, but the new ones cannot be used, and the old ones stay in use: {0}",
                    e.getMessage());
            return null;
        }
    }

    private void exchange(TlsContexts fresh) {
        useTicketKeys(fresh);
        TlsContexts old = contexts;
        contexts = fresh;
        old.release();
        LOG.log(Level.INFO, "certificates were changed; new connections get the new ones");
    }

    private void renewTicketKeys() {
        SecureRandom random = new SecureRandom();
        ticketKeys.clear();
        settings.certificates().forEach(certificate -> ticketKeys.add(new TicketKeys(random)));
    }

    private void useTicketKeys(TlsContexts of) {
        of.setTicketKeys(ticketKeys.stream().map(TicketKeys::all).toList());
    }

    private void complain() {
        for (ServerCertificate certificate : contexts.certificates) {
            String complaint = certificate.complaint(wall.instant());
            if (complaint != null && complaints.add(complaint)) {
                LOG.log(Level.WARNING, complaint);
            }
        }
    }

    /** Ends the thread and releases what no connection uses. Waits at most 5 s. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!closed) {
            closed = true;
            contexts.release();
        }
    }

    /** Reads the client's first message and puts the TLS stage with the right certificate in its own place. */
    private static final class CertificateChoice extends SniHandler {
        CertificateChoice(ReloadingTlsContext tls, TlsSettings settings) {
            super(
                    tls::acquire,
                    LONGEST_HELLO,
                    settings.get(TlsSettings.HANDSHAKE_TIME).toMillis());
        }

        /** The context comes retained; the stage releases it. */
        @Override
        protected SslHandler newSslHandler(SslContext context, ByteBufAllocator allocator) {
            try {
                return super.newSslHandler(context, allocator);
            } finally {
                ReferenceCountUtil.release(context);
            }
        }
    }
}
