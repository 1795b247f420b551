package io.gosling.netty.server;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.site.CachedSiteDocumentLookup;
import io.gosling.site.Site;
import io.gosling.site.SiteFileSource;
import io.gosling.site.SiteHandlerFactory;
import io.gosling.site.SiteHeaderBuilder;
import io.gosling.site.access.ForwardedClientResolver;
import io.gosling.site.access.PasswordVerifier;
import io.gosling.testing.RecordedAnswers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sites on both lanes: every document that was found is kept, as by a cache without bounds. What the slow lane answers
 * has the field {@code Lane: slow}.
 */
public final class KeptSites implements DocumentSource, AutoCloseable {
    private final Map<String, StoredDocument> stored = new ConcurrentHashMap<>();
    private final Transport transport = Transport.open(TransportKind.AUTO, 1, "test");
    private final SiteFileSource roots;
    private final SiteHeaderBuilder fields;
    private final HttpServer server;

    private KeptSites(ListenEndpoint endpoint, List<Site> sites) throws IOException {
        roots = SiteFileSource.open(sites, DocumentRoot.Settings.defaults());
        fields = new SiteHeaderBuilder(sites, "n1");
        Handler slow = SiteHandlerFactory.handler(
                sites,
                new SiteHandlerFactory.Ports(
                        roots,
                        this,
                        "n1",
                        new ForwardedClientResolver(List.of()),
                        new PasswordVerifier(1, Duration.ofSeconds(30), new SecureRandom()),
                        (site, path) -> {
                            throw new IllegalArgumentException(site.name() + ": nobody answers " + path);
                        }));
        server = HttpServer.start(
                transport,
                List.of(endpoint),
                HttpLimits.defaults(),
                new CachedSiteDocumentLookup(sites, this::acquire),
                request -> slow.handle(request).with("Lane", "slow"),
                new RecordedAnswers(),
                null,
                Ticker.system());
    }

    public static KeptSites start(ListenEndpoint endpoint, List<Site> sites) throws IOException {
        return new KeptSites(endpoint, sites);
    }

    public InetSocketAddress address() {
        return server.address();
    }

    /** The document kept under a key. */
    @Nullable
    public StoredDocument kept(String key) {
        return stored.get(key);
    }

    private @Nullable StoredDocument acquire(String key, long nowNanos) {
        StoredDocument document = stored.get(key);
        return document != null && !document.fields().isNone() && document.tryRetain() ? document : null;
    }

    /** Keeps what it finds. */
    @Override
    public LookupResult find(DocumentPath path) throws IOException {
        LookupResult lookup = roots.find(path);
        if (lookup instanceof LookupResult.Found found) {
            stored.computeIfAbsent(path.key(), key -> keep(path, found.document()));
        }
        return lookup;
    }

    private StoredDocument keep(DocumentPath path, Document document) {
        ByteBuf bytes = Unpooled.directBuffer();
        if (document.body() instanceof Body.InMemory memory) {
            bytes.writeBytes(memory.bytes().duplicate());
        }
        return new StoredDocument(
                path.key(),
                document.representation(),
                document.stamp(),
                bytes,
                fields.fields(path, document.representation()));
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
        return roots.check(path, known);
    }

    @Override
    public void close() {
        server.close();
        transport.close();
        stored.values().forEach(StoredDocument::release);
    }
}
