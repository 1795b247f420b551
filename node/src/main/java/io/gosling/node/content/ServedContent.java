package io.gosling.node.content;

import io.gosling.command.CommandFailureException;
import io.gosling.common.ResourceStack;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.netty.transport.Transport;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.configuration.SiteDirectoryCheck;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginServerStatus;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import io.gosling.site.MatchedRules;
import io.gosling.site.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content that a node serves: one directory, whose paths are those of the object space, sites by host name, or an
 * origin.
 */
public sealed interface ServedContent permits ServedContent.Directory, ReloadableSites, ServedOrigin {
    DocumentSource files();

    /** The builder of headers for responses of the event-loop path. */
    default PreparedHeaderBuilder preparation(String node) {
        return PreparedHeaderBuilder.plain(node);
    }

    /** The mapping of a purge to keys of the object space. */
    PurgeTargetResolver purgeKeys();

    /** The handler above the object space, which answers on the worker path. */
    Handler handler(ObjectSpaceNode space, String node, Transport transport, ResourceStack closing) throws IOException;

    /** The origin servers that are queried for what is not in memory. */
    default List<OriginServerStatus> servers() {
        return List.of();
    }

    /** The rules of the configuration that a URL meets; {@code host} is null for a path alone. */
    MatchedRules matched(@Nullable String host, String path, String query);

    /** The reason why a configured disk tier cannot be used; null if it can, or none is configured. */
    default @Nullable String diskObstacle() {
        return null;
    }

    /** Starts what event loops need, and returns the documents that their path may answer without that handler. */
    CachedDocumentLookup openHot(ObjectSpaceNode space);

    /** Prepares other values of {@link NodeSitesSettings#ALL}, to be put in place by the result. */
    default Runnable replacement(SettingValues values, ObjectSpaceNode space, String node)
            throws BadConfigurationException {
        SiteConfigurationConverter.sites(values);
        return () -> {};
    }

    /** The settings that may change while the node runs: none, except for sites. */
    default List<Setting<?>> live() {
        return List.of();
    }

    /**
     * Opens the content.
     *
     * @throws CommandFailureException when a directory cannot be served
     */
    static ServedContent open(SettingValues values, DocumentRoot.Settings settings)
            throws IOException, BadConfigurationException {
        List<Site> sites = SiteConfigurationConverter.sites(values);
        OriginAddress origin = origin(values, sites);
        DiskTierSetup.require(values, origin);
        requireVoters(values);
        if (origin != null) {
            return ServedOrigin.of(origin, values);
        }
        if (!sites.isEmpty()) {
            return ReloadableSites.open(values, sites, settings);
        }
        Path directory = SiteDirectoryCheck.require(values.find(NodeSettings.DIR)
                .orElseThrow(() -> new BadConfigurationException(
                        "DIR: missing; expected the directory to serve, as in: gosling serve /srv/site")));
        return new Directory(DocumentRoot.at(directory, settings));
    }

    private static void requireVoters(SettingValues values) throws BadConfigurationException {
        boolean stores = values.get(OriginSettings.CACHE) == OriginSettings.CacheStore.REPOSITORY
                || SiteConfigurationConverter.origins(values).stream()
                        .anyMatch(one -> one.get(OriginSettings.CACHE) == OriginSettings.CacheStore.REPOSITORY);
        if (stores && !values.isGiven(QuorumSettings.VOTERS)) {
            throw new BadConfigurationException("origin.cache: repository; expected beside voters only, without which"
                    + " no purge reaches all nodes");
        }
    }

    static @Nullable OriginAddress origin(SettingValues values, List<Site> sites) throws BadConfigurationException {
        OriginAddress origin = values.find(OriginSettings.URL).orElse(null);
        if (origin != null && (values.isGiven(NodeSettings.DIR) || !sites.isEmpty())) {
            throw new BadConfigurationException("origin.url: \"" + origin + "\", and "
                    + (sites.isEmpty() ? "dir" : "sites") + " as well; expected one of them");
        }
        return origin;
    }

    record Directory(DocumentRoot files) implements ServedContent {
        @Override
        public PurgeTargetResolver purgeKeys() {
            return PurgeTargetResolver.ofPaths();
        }

        @Override
        public Handler handler(ObjectSpaceNode space, String node, Transport transport, ResourceStack closing) {
            return new DocumentHandler(space.documents(), node);
        }

        @Override
        public MatchedRules matched(@Nullable String host, String path, String query) {
            return new MatchedRules(List.of("dir"), path);
        }

        @Override
        public CachedDocumentLookup openHot(ObjectSpaceNode space) {
            space.fetchForEventLoops();
            return space.hotDocuments();
        }
    }
}
