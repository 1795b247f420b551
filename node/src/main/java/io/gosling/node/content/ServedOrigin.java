package io.gosling.node.content;

import io.gosling.common.ResourceStack;
import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.transport.Transport;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.origin.cache.CachedResponseLookup;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginClient;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.origin.upstream.OriginRequestHeaderBuilder;
import io.gosling.origin.upstream.OriginServerStatus;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import io.gosling.site.MatchedRules;
import io.gosling.site.access.AddressBlock;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of a node that is a reverse proxy of another HTTP server, or of several that answer the same. */
public final class ServedOrigin implements ServedContent {
    private final OriginSettings settings;
    private final SettingValues values;
    private volatile @Nullable OriginClient client;
    private volatile UncachedDocumentFetcher cold = (key, loop, receiver) -> false;
    private volatile @Nullable String diskObstacle;

    private ServedOrigin(OriginSettings settings, SettingValues values) {
        this.settings = settings;
        this.values = values;
    }

    /**
     * A node with this origin.
     *
     * @throws BadConfigurationException when its settings do not go together, or the certificates by which it is
     * verified cannot be read
     */
    public static ServedOrigin of(OriginAddress origin, SettingValues values) throws BadConfigurationException {
        try {
            OriginSettings settings = OriginSettings.of(origin, values);
            if (settings.servers().secure()) {
                settings.trust().context();
            }
            return new ServedOrigin(settings, values);
        } catch (IllegalArgumentException | IOException e) {
            throw new BadConfigurationException("origin: " + e.getMessage());
        }
    }

    @Override
    public DocumentSource files() {
        return DocumentSource.none();
    }

    @Override
    public PurgeTargetResolver purgeKeys() {
        return OriginPurgeTargetResolver.of(settings);
    }

    @Override
    public Handler handler(ObjectSpaceNode space, String node, Transport transport, ResourceStack closing)
            throws IOException {
        OriginClient asking = closing.add(OriginClient.open(transport, settings));
        asking.watch();
        client = asking;
        List<AddressBlock> proxies = NodeSitesSettings.believed(values);
        OriginHandler handler = new OriginHandler(
                new OriginRequestHeaderBuilder(node, Long.toHexString(new SecureRandom().nextLong()), settings),
                asking,
                space.replies(),
                space.sharedReplies(),
                new LocalChangeTimes(Ticker.system().nanos()),
                address -> proxies.stream().anyMatch(block -> block.contains(address)),
                node,
                Ticker.system(),
                InstantSource.system());
        space.takeRepliesBy(handler.transferSink());
        space.onLonePurge(handler::purgedAlone);
        space.giveRepliesBy(handler.responseSource());
        cold = handler.held(space.knownHolders());
        diskObstacle = DiskTierSetup.open(values, space, handler::revive);
        return handler;
    }

    @Override
    public MatchedRules matched(@Nullable String host, String path, String query) {
        return new MatchedRules(
                List.of("origin.url: " + settings.servers().usual().getFirst()),
                query.isEmpty() ? path : path + "?" + query);
    }

    @Override
    public List<OriginServerStatus> servers() {
        OriginClient asking = client;
        return asking == null ? List.of() : asking.servers();
    }

    @Override
    public @Nullable String diskObstacle() {
        return diskObstacle;
    }

    @Override
    public CachedDocumentLookup openHot(ObjectSpaceNode space) {
        return CachedResponseLookup.in(
                space.hotDocuments(),
                settings,
                !NodeSitesSettings.believed(values).isEmpty(),
                cold);
    }

    @Override
    public Runnable replacement(SettingValues read, ObjectSpaceNode space, String node)
            throws BadConfigurationException {
        ServedContent.origin(read, SiteConfigurationConverter.sites(read));
        return () -> {};
    }
}
