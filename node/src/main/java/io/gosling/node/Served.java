package io.gosling.node;

import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.http.DocumentHandler;
import io.gosling.http.Handler;
import io.gosling.http.HotDocuments;
import io.gosling.http.Preparation;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.Values;
import io.gosling.site.ClientAddress;
import io.gosling.site.HotSites;
import io.gosling.site.Passwords;
import io.gosling.site.Site;
import io.gosling.site.SiteFields;
import io.gosling.site.SiteRoots;
import io.gosling.site.Sites;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Semaphore;

/** What a node serves: one directory, whose paths are those of the object space, or sites by host name. */
sealed interface Served {
    /** The files, below the object space. */
    DocumentSource files();

    /** What the fast lane may answer, and with which header. */
    Preparation preparation(String node);

    /** Above the object space: what answers on the slow lane. */
    Handler handler(ObjectSpaceNode space, String node);

    /** What the fast lane may answer without asking that handler. */
    HotDocuments hot(ObjectSpaceNode space);

    /**
     * Opens what is to be served.
     *
     * @throws CommandFailure when a directory cannot be served
     */
    static Served open(Values values, DocumentRoot.Settings settings) throws IOException, BadConfiguration {
        List<Site> sites = SiteConfiguration.sites(values);
        if (sites.isEmpty()) {
            Path directory = SiteDirectory.require(values.find(NodeSettings.DIR)
                    .orElseThrow(() -> new BadConfiguration(
                            List.of("DIR: missing; expected the directory to serve, as in: gosling serve /srv/site"))));
            return new Directory(DocumentRoot.at(directory, settings));
        }
        for (Site site : sites) {
            site.content().roots().forEach(SiteDirectory::require);
        }
        return new ByHost(values, sites, SiteRoots.open(sites, settings));
    }

    /** One directory. */
    record Directory(DocumentRoot files) implements Served {
        @Override
        public Preparation preparation(String node) {
            return Preparation.plain(node);
        }

        @Override
        public Handler handler(ObjectSpaceNode space, String node) {
            return new DocumentHandler(space.documents(), node);
        }

        @Override
        public HotDocuments hot(ObjectSpaceNode space) {
            return space.hotDocuments();
        }
    }

    /** Sites by host name. */
    record ByHost(Values values, List<Site> sites, SiteRoots files) implements Served {
        @Override
        public Preparation preparation(String node) {
            return new SiteFields(sites, node);
        }

        @Override
        public Handler handler(ObjectSpaceNode space, String node) {
            return Sites.handler(
                    sites,
                    new Sites.Surroundings(
                            files,
                            space.documents(),
                            node,
                            new ClientAddress(
                                    values.find(NodeSettings.TRUSTED_PROXIES).orElse(List.of())),
                            new Passwords(
                                    values.get(NodeSettings.PASSWORDS_AT_A_TIME),
                                    values.get(NodeSettings.PASSWORDS_WAIT),
                                    new SecureRandom()),
                            new Semaphore(values.get(NodeSettings.CGI_PROCESSES)),
                            space::recheck));
        }

        @Override
        public HotDocuments hot(ObjectSpaceNode space) {
            return new HotSites(sites, space.hotDocuments());
        }
    }
}
