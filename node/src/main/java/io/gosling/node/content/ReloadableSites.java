package io.gosling.node.content;

import io.gosling.common.ResourceStack;
import io.gosling.document.BodyBufferSource;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.document.ValidationResult;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.purge.LocalChanges;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.http.ErrorPage;
import io.gosling.http.Handler;
import io.gosling.http.documents.HotDocuments;
import io.gosling.http.documents.StoredHeaderBuilder;
import io.gosling.netty.transport.Transport;
import io.gosling.node.configuration.SiteConfiguration;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.OriginClient;
import io.gosling.origin.upstream.OriginForwardedHeaderBuilder;
import io.gosling.origin.upstream.OriginServerStatus;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import io.gosling.site.HotSites;
import io.gosling.site.Site;
import io.gosling.site.SiteHandlerFactory;
import io.gosling.site.SiteHeaders;
import io.gosling.site.SiteRoots;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.access.ForwardedClientResolver;
import io.gosling.site.access.PasswordVerifier;
import io.gosling.site.rules.PathPattern;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sites by host name, replaced while requests are served: each request sees either the old sites or the new ones. Used
 * by event loops and workers; replaced by one thread at a time.
 */
final class ReloadableSites implements ServedContent {
    /** Time that a request waits for its password to be verified before it is answered 503. */
    private static final Duration PASSWORD_WAIT = Duration.ofSeconds(2);

    private final Values atStart;
    private volatile List<Site> sites;
    private final List<OriginSettings> wanted;
    /** The local changes of all origins, kept across reloads. */
    private final LocalChanges changes = new LocalChanges(Ticker.system().nanos());
    /** A random tag for CDN-Loop, chosen at the start. */
    private final String tag = Long.toHexString(new SecureRandom().nextLong());

    private volatile SiteRoots roots;
    private volatile List<AddressBlock> proxies;
    /** Null if the node answers no clients, as a storage node. */
    private volatile SiteOrigins.@Nullable Opening opening;

    private volatile Above above;

    /** The request handling above the object space, with the state that belongs to it. */
    private record Above(
            Handler handler, HotSites hot, @Nullable Guessing guessing, SiteOrigins origins) {}

    /** The password checks; verified passwords stay remembered across a reload that leaves their limit unchanged. */
    private record Guessing(int atATime, PasswordVerifier passwords) {}

    private ReloadableSites(Values values, List<Site> sites, List<OriginSettings> wanted, SiteRoots roots) {
        this.atStart = values;
        this.sites = sites;
        this.wanted = wanted;
        this.proxies = NodeSitesSettings.believed(values);
        this.roots = roots;
        // A storage node answers no clients, and yet holds documents that are purged.
        this.above = new Above(
                request -> ErrorPage.of(503), new HotSites(sites, HotDocuments.none()), null, SiteOrigins.NONE);
    }

    static ReloadableSites open(Values values, List<Site> sites, DocumentRoot.Settings settings)
            throws IOException, BadConfiguration {
        SiteConfiguration.requireRoots(values);
        return new ReloadableSites(values, sites, SiteConfiguration.origins(values), SiteRoots.open(sites, settings));
    }

    @Override
    public DocumentSource files() {
        return new DocumentSource() {
            @Override
            public LookupResult find(DocumentPath path) throws IOException {
                return roots.find(path);
            }

            @Override
            public LookupResult find(DocumentPath path, BodyBufferSource to) throws IOException {
                return roots.find(path, to);
            }

            @Override
            public ValidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
                return roots.check(path, known);
            }

            @Override
            public @Nullable String obstacle() {
                return roots.obstacle();
            }
        };
    }

    @Override
    public StoredHeaderBuilder preparation(String node) {
        return new SiteHeaders(sites, node);
    }

    @Override
    public PurgeTargetResolver purgeKeys() {
        return selector -> {
            Above now = above;
            return SitePurgeKeys.of(now.hot(), now.origins().settings(), selector);
        };
    }

    @Override
    public Handler handler(ObjectSpaceNode space, String node, Transport transport, ResourceStack closing)
            throws IOException {
        SiteOrigins.Opening asking = (settings, authorities) -> origin(settings, authorities, space, node, transport);
        opening = asking;
        SiteOrigins origins = SiteOrigins.NONE.with(wanted, asking);
        above = above(atStart, sites, roots, origins, space, node);
        closing.add(() -> above.origins().close());
        origins.watch();
        space.takeRepliesBy((permit, key, reply, bytes) -> above.origins().take(permit, key, reply, bytes));
        space.onLonePurge(targets -> above.origins().purgedAlone(targets));
        space.giveRepliesBy(ask -> above.origins().give(ask));
        return request -> above.handler().handle(request);
    }

    private boolean isProxy(InetAddress address) {
        return proxies.stream().anyMatch(block -> block.contains(address));
    }

    private SiteOrigins.Living origin(
            OriginSettings settings, String authorities, ObjectSpaceNode space, String node, Transport transport)
            throws IOException {
        OriginClient client = OriginClient.open(transport, settings);
        OriginHandler handler = new OriginHandler(
                new OriginForwardedHeaderBuilder(node, tag, settings),
                client,
                space.replies(),
                space.sharedReplies(),
                changes,
                this::isProxy,
                node,
                Ticker.system(),
                InstantSource.system());
        return new SiteOrigins.Living(
                settings, authorities, PathPattern.parse(settings.mount().path()), client, handler);
    }

    @Override
    public List<OriginServerStatus> servers() {
        return above.origins().servers();
    }

    @Override
    public HotDocuments openHot(ObjectSpaceNode space) {
        HotDocuments objects = space.hotDocuments();
        return new HotDocuments() {
            @Override
            public @Nullable StoredDocument acquire(String key, long nowNanos) {
                return objects.acquire(key, nowNanos);
            }

            @Override
            public boolean hasKeyPrefix() {
                return true;
            }

            @Override
            public @Nullable String directory(String host) {
                return above.hot().directory(host);
            }

            @Override
            public @Nullable String codedDirectory(String host, String acceptEncoding) {
                return above.hot().codedDirectory(host, acceptEncoding);
            }
        };
    }

    private Above above(
            Values values, List<Site> of, SiteRoots files, SiteOrigins origins, ObjectSpaceNode space, String node) {
        Guessing guessing = guessing(values);
        Handler handler = SiteHandlerFactory.handler(
                of,
                new SiteHandlerFactory.Ports(
                        files,
                        space.documents(),
                        node,
                        new ForwardedClientResolver(NodeSitesSettings.believed(values)),
                        guessing.passwords(),
                        origins,
                        space::recheck));
        return new Above(handler, new HotSites(of, space.hotDocuments()), guessing, origins);
    }

    private Guessing guessing(Values values) {
        int atATime = values.get(NodeSitesSettings.PASSWORDS_AT_A_TIME);
        Guessing now = above.guessing();
        return now != null && now.atATime() == atATime
                ? now
                : new Guessing(atATime, new PasswordVerifier(atATime, PASSWORD_WAIT, new SecureRandom()));
    }

    @Override
    public List<Setting<?>> live() {
        return NodeSitesSettings.LIVE;
    }

    /** Prepares other sites, keeping objects in memory; old rules apply to requests in progress only. */
    @Override
    public Runnable replacement(Values values, ObjectSpaceNode space, String node) throws BadConfiguration {
        List<Site> others = SiteConfiguration.sites(values);
        if (others.isEmpty()) {
            throw new BadConfiguration(
                    "sites: none; expected at least one: from sites to one directory a node goes by a restart");
        }
        SiteConfiguration.requireRoots(values);
        try {
            SiteRoots opened = roots.with(others);
            SiteOrigins before = above.origins();
            SiteOrigins.Opening asking = opening;
            SiteOrigins origins = asking == null ? before : before.with(SiteConfiguration.origins(values), asking);
            Above made = above(values, others, opened, origins, space, node);
            return () -> {
                sites = others;
                roots = opened;
                proxies = NodeSitesSettings.believed(values);
                if (!origins.keyRules().equals(before.keyRules())) {
                    space.doubt();
                }
                above = made;
                origins.watch();
                before.retireBut(origins);
                space.prepareBy(new SiteHeaders(others, node));
            };
        } catch (IOException e) {
            throw new BadConfiguration("sites: " + e.getMessage());
        }
    }
}
