package io.gosling.node.content;

import io.gosling.common.ResourceStack;
import io.gosling.document.BodyBufferAllocator;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.netty.transport.Transport;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.OriginClient;
import io.gosling.origin.upstream.OriginRequestHeaderBuilder;
import io.gosling.origin.upstream.OriginServerStatus;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import io.gosling.site.CachedSiteDocumentLookup;
import io.gosling.site.MatchedRules;
import io.gosling.site.Site;
import io.gosling.site.SiteFileSource;
import io.gosling.site.SiteHandlerFactory;
import io.gosling.site.SiteHeaderBuilder;
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

    private final SettingValues atStart;
    private volatile List<Site> sites;
    private final List<OriginSettings> wanted;
    /** The local changes of all origins, kept across reloads. */
    private final LocalChangeTimes changes =
            new LocalChangeTimes(Ticker.system().nanos());
    /** A random tag for CDN-Loop, chosen at the start. */
    private final String tag = Long.toHexString(new SecureRandom().nextLong());

    private volatile SiteFileSource roots;
    private volatile List<AddressBlock> proxies;
    /** Null if the node answers no clients, as a storage node. */
    private volatile SiteOrigins.@Nullable Opening opening;

    private volatile Above above;

    /** The request handling above the object space, with the state that belongs to it. */
    private record Above(
            Handler handler,
            CachedSiteDocumentLookup hot,
            @Nullable Guessing guessing,
            SiteOrigins origins) {}

    /** The password checks; verified passwords stay remembered across a reload that leaves their limit unchanged. */
    private record Guessing(int atATime, PasswordVerifier passwords) {}

    private ReloadableSites(SettingValues values, List<Site> sites, List<OriginSettings> wanted, SiteFileSource roots) {
        this.atStart = values;
        this.sites = sites;
        this.wanted = wanted;
        this.proxies = NodeSitesSettings.believed(values);
        this.roots = roots;
        // A storage node answers no clients, and yet holds documents that are purged.
        this.above = new Above(
                request -> ErrorPageBuilder.of(503),
                new CachedSiteDocumentLookup(sites, CachedDocumentLookup.none()),
                null,
                SiteOrigins.NONE);
    }

    static ReloadableSites open(SettingValues values, List<Site> sites, DocumentRoot.Settings settings)
            throws IOException, BadConfigurationException {
        SiteConfigurationConverter.requireRoots(values);
        return new ReloadableSites(
                values, sites, SiteConfigurationConverter.origins(values), SiteFileSource.open(sites, settings));
    }

    @Override
    public DocumentSource files() {
        return new DocumentSource() {
            @Override
            public LookupResult find(DocumentPath path) throws IOException {
                return roots.find(path);
            }

            @Override
            public LookupResult find(DocumentPath path, BodyBufferAllocator to) throws IOException {
                return roots.find(path, to);
            }

            @Override
            public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
                return roots.check(path, known);
            }

            @Override
            public @Nullable String obstacle() {
                return roots.obstacle();
            }
        };
    }

    @Override
    public PreparedHeaderBuilder preparation(String node) {
        return new SiteHeaderBuilder(sites, node);
    }

    @Override
    public PurgeTargetResolver purgeKeys() {
        return selector -> {
            Above now = above;
            return SitePurgeTargetMapping.of(now.hot(), now.origins().settings(), selector);
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
                new OriginRequestHeaderBuilder(node, tag, settings),
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
    public MatchedRules matched(@Nullable String host, String path, String query) {
        return MatchedRules.of(sites, host, path, query);
    }

    @Override
    public List<OriginServerStatus> servers() {
        return above.origins().servers();
    }

    @Override
    public CachedDocumentLookup openHot(ObjectSpaceNode space) {
        CachedDocumentLookup objects = space.hotDocuments();
        return new CachedDocumentLookup() {
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
            SettingValues values,
            List<Site> of,
            SiteFileSource files,
            SiteOrigins origins,
            ObjectSpaceNode space,
            String node) {
        Guessing guessing = guessing(values);
        Handler handler = SiteHandlerFactory.handler(
                of,
                new SiteHandlerFactory.Ports(
                        files,
                        space.documents(),
                        node,
                        new ForwardedClientResolver(NodeSitesSettings.believed(values)),
                        guessing.passwords(),
                        origins));
        return new Above(handler, new CachedSiteDocumentLookup(of, space.hotDocuments()), guessing, origins);
    }

    private Guessing guessing(SettingValues values) {
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
    public Runnable replacement(SettingValues values, ObjectSpaceNode space, String node)
            throws BadConfigurationException {
        List<Site> others = SiteConfigurationConverter.sites(values);
        if (others.isEmpty()) {
            throw new BadConfigurationException(
                    "sites: none; expected at least one: from sites to one directory a node goes by a restart");
        }
        SiteConfigurationConverter.requireRoots(values);
        try {
            SiteFileSource opened = roots.with(others);
            SiteOrigins before = above.origins();
            SiteOrigins.Opening asking = opening;
            SiteOrigins origins =
                    asking == null ? before : before.with(SiteConfigurationConverter.origins(values), asking);
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
                space.prepareBy(new SiteHeaderBuilder(others, node));
            };
        } catch (IOException e) {
            throw new BadConfigurationException("sites: " + e.getMessage());
        }
    }
}
