package io.gosling.node.run;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.MetricsRegistry;
import io.gosling.node.admin.ResponseCounters;
import io.gosling.node.configuration.FilePermissionCheck;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.content.ServedContent;
import io.gosling.node.process.PortBinder;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.HttpsSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.origin.upstream.OriginTrustSettings;
import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.coop.CopyDirectory.ImportPathTakenException;
import io.gosling.replication.coop.TemporaryCopyDirectory;
import io.gosling.replication.home.HomeSettings;
import io.gosling.replication.members.CopyTraffic;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.SignedHeaderCodec;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.serve.ReplicationFilter;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.replication.serve.ReplicationStatus;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in a replica set, whose servers hold copies for each other; most nodes have none.
 *
 * @param temporary null if the operator named the directory of the copies
 * @param signing has the replica set's secret; null without a server
 */
public record ReplicationSetup(
        @Nullable ReplicationFilter server,
        @Nullable TemporaryCopyDirectory temporary,
        @Nullable SignedHeaderCodec signing)
        implements AutoCloseable {
    private static final System.Logger log = System.getLogger(ReplicationSetup.class.getName());
    private static final ReplicationSetup NOT = new ReplicationSetup(null, null, null);

    /**
     * Refuses values that do not go together.
     *
     * @throws BadConfigurationException saying which, and what to change
     */
    public static void require(SettingValues values) throws BadConfigurationException {
        if (!values.isGiven(ReplicationSettings.ADDRESS)) {
            return;
        }
        List<String> wrong = new ArrayList<>();
        if (ServedContent.origin(values, List.of()) != null
                || !SiteConfigurationConverter.sites(values).isEmpty()) {
            wrong.add("replication.address: given, and an origin or sites as well; expected one directory, dir");
        }
        if (!values.isGiven(ReplicationSettings.BACKEND) && ReplicationSettings.isAlone(values)) {
            wrong.add("replication.backend: missing; expected the addresses of the group's servers, or"
                    + " replication.cluster on, by which they find each other");
        }
        if (!values.isGiven(ReplicationSettings.SECRET_FILE)) {
            wrong.add("replication.secret-file: missing; expected the same file on every server of the group. Make one"
                    + " with 'umask 077; head -c 32 /dev/urandom | base64 > replication.secret'");
        }
        boolean member = values.isGiven(CommonSettings.JOIN) || QuorumSettings.from(values) != null;
        if (member && ReplicationSettings.isAlone(values)) {
            wrong.add("replication.cluster: off, and join or voters are given; expected on, or neither of them");
        }
        if (values.get(NodeSettings.DISPATCH)) {
            wrong.add(
                    "replication.address: given with dispatch on, which sends what servers of a group ask each other to"
                            + " other nodes; expected one of them");
        }
        boolean secure = values.find(ReplicationSettings.ADDRESS).orElseThrow().secure();
        if (values.get(HttpsSettings.REDIRECT) && !secure) {
            wrong.add("replication.address: of plain HTTP, and https-redirect is on, which sends what servers of a"
                    + " group ask each other elsewhere; expected https, or off");
        }
        if (values.isGiven(ReplicationSettings.TLS_CA) && !secure) {
            wrong.add(
                    "replication.tls-ca: given, and replication.address is of plain HTTP; expected https, or no file");
        }
        if (values.get(LinkRuleSettings.EXTEND_POLICY) && !values.isGiven(LinkRuleSettings.CONTENT_POLICY)) {
            wrong.add("replication.extend-policy: on, and there is no replication.content-policy to extend; expected"
                    + " one");
        }
        if (!wrong.isEmpty()) {
            throw new BadConfigurationException(wrong);
        }
        try {
            ReplicationSettings.require(values);
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * These values, with stand-ins for what a server gets at its start: if some are about a replica set, and the
     * address is given by flag or chosen by {@code up}, the others are checked with a stand-in for it.
     */
    public static SettingValues completed(SettingValues values) {
        if (ReplicationSettings.given(values).isEmpty() || values.isGiven(ReplicationSettings.ADDRESS)) {
            return values;
        }
        SettingValues more = values.with(ReplicationSettings.ADDRESS, List.of("http://this.invalid"));
        if (!more.isGiven(ReplicationSettings.BACKEND) && ReplicationSettings.isAlone(more)) {
            more = more.with(ReplicationSettings.BACKEND, List.of("http://another.invalid"));
        }
        return more.isGiven(ReplicationSettings.SECRET_FILE)
                ? more
                : more.with(ReplicationSettings.SECRET_FILE, List.of("secret"));
    }

    static void requireAddress(SettingValues values) throws BadConfigurationException {
        List<String> given = ReplicationSettings.given(values);
        if (!values.isGiven(ReplicationSettings.ADDRESS) && !given.isEmpty()) {
            throw new BadConfigurationException("replication.address: missing, and " + String.join(", ", given)
                    + " given; expected where clients and the other servers reach this one, such as"
                    + " http://n1.example.org:8080. gosling up chooses it, with --replication");
        }
    }

    /**
     * Refuses files and directories that could not be used, and makes none.
     *
     * @throws BadConfigurationException naming it and the expectation
     */
    public static void requireFiles(SettingValues values) throws BadConfigurationException {
        Path directory = values.find(NodeSettings.DIR).orElse(null);
        if (values.isGiven(ReplicationSettings.SECRET_FILE)) {
            signing(values);
        }
        if (values.isGiven(ReplicationSettings.ADDRESS)) {
            tls(values);
        }
        Path copies = values.find(CoopSettings.IMPORT_PATH).orElse(null);
        if (copies != null) {
            requireWritable(values, copies);
        }
        if (directory == null || copies == null) {
            return;
        }
        try {
            requireOutside(values, copies, DocumentRoot.at(directory));
        } catch (IOException e) {
            throw new BadConfigurationException("replication: where its copies are to be cannot be looked at: " + e);
        }
    }

    static ReplicationSetup open(
            String node,
            SettingValues values,
            ServedContent served,
            ObjectSpaceNode space,
            Transport transport,
            ResponseCounters answers)
            throws IOException, BadConfigurationException {
        requireAddress(values);
        require(values);
        if (!values.isGiven(ReplicationSettings.ADDRESS) || !(served instanceof ServedContent.Directory directory)) {
            return NOT;
        }
        Optional<Path> named = values.find(CoopSettings.IMPORT_PATH);
        SignedHeaderCodec signing = signing(values);
        if (named.isPresent()) {
            requireCopies(values, directory.files());
        }
        TemporaryCopyDirectory temporary = named.isPresent() ? null : TemporaryCopyDirectory.make();
        SettingValues all = temporary == null ? values : values.withValue(CoopSettings.IMPORT_PATH, temporary.path());
        ReplicationSettings settings = new ReplicationSettings(all, node, signing);
        boolean bytes = settings.get(HomeSettings.LOAD) == HomeSettings.LoadUnit.BYTES;
        LongSupplier work = bytes ? answers::bytes : answers::total;
        try {
            return new ReplicationSetup(
                    new ReplicationFilter(
                            settings,
                            directory.files(),
                            space.documents(),
                            transport,
                            tls(values),
                            work,
                            space::prepareBy,
                            Ticker.system()),
                    temporary,
                    signing);
        } catch (ImportPathTakenException e) {
            delete(temporary);
            throw new BadConfigurationException(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            delete(temporary);
            throw e;
        }
    }

    private static void requireOutside(SettingValues values, Path folder, DocumentRoot site)
            throws IOException, BadConfigurationException {
        // Not normalized: behind a symbolic link, '..' is another directory.
        @Nullable Path there = folder.toAbsolutePath();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        @Nullable Path root = site.realDirectory(DocumentPath.parse("/"));
        if (root != null && there != null && there.toRealPath().startsWith(root)) {
            throw new BadConfigurationException(values.where(CoopSettings.IMPORT_PATH) + "value \"" + folder
                    + "\" is within the site, and would be served; expected a place outside of " + root);
        }
    }

    /**
     * Makes the directory for copies.
     *
     * @throws BadConfigurationException when it cannot be created
     */
    static void requireCopies(SettingValues values, DocumentRoot site) throws IOException, BadConfigurationException {
        Path directory = values.find(CoopSettings.IMPORT_PATH).orElseThrow();
        requireOutside(values, directory, site);
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new BadConfigurationException(values.where(CoopSettings.IMPORT_PATH) + "value \"" + directory
                    + "\" cannot be made (" + e + "); expected a directory that this user may write, or make");
        }
        requireOutside(values, directory, site);
        requireWritable(values, directory);
    }

    private static void requireWritable(SettingValues values, Path copies) throws BadConfigurationException {
        if (Files.exists(copies) && !(Files.isDirectory(copies) && Files.isWritable(copies))) {
            throw new BadConfigurationException(values.where(CoopSettings.IMPORT_PATH) + "value \"" + copies
                    + "\" cannot be written; expected a directory that this user may write, or make");
        }
    }

    private static @Nullable SslContext tls(SettingValues values) throws BadConfigurationException {
        if (!values.find(ReplicationSettings.ADDRESS).orElseThrow().secure()) {
            return null;
        }
        Path authorities = values.find(ReplicationSettings.TLS_CA).orElse(null);
        try {
            OriginTrustSettings trust = OriginTrustSettings.defaults();
            return (authorities == null ? trust : trust.with(OriginTrustSettings.AUTHORITIES, authorities)).context();
        } catch (IOException e) {
            throw new BadConfigurationException(values.where(ReplicationSettings.TLS_CA) + "value \"" + authorities
                    + "\"; expected a PEM file with certificates that this user can read");
        }
    }

    private static SignedHeaderCodec signing(SettingValues values) throws BadConfigurationException {
        Path file = values.find(ReplicationSettings.SECRET_FILE).orElseThrow();
        String where = values.where(ReplicationSettings.SECRET_FILE);
        try {
            FilePermissionCheck.weakness(where, file, "pass for a server of the group")
                    .ifPresent(said -> log.log(Level.WARNING, said));
            return new SignedHeaderCodec(Files.readString(file));
        } catch (IOException e) {
            throw new BadConfigurationException(
                    where + "value \"" + file + "\"; expected a file that this user can read as text");
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException(where + file + ": " + e.getMessage());
        }
    }

    /** Takes over a changed secret file at a reload, as {@link ClusterSecretReload} does. */
    ReloadablePart part(SettingValues atStart) {
        AtomicReference<List<String>> news = new AtomicReference<>(List.of());
        SignedHeaderCodec current = signing;
        return new ReloadablePart(
                List.of(),
                values -> {
                    if (current == null) {
                        return () -> {};
                    }
                    SignedHeaderCodec read = signing(atStart);
                    if (!current.accepts(read)) {
                        throw new BadConfigurationException(
                                atStart.where(ReplicationSettings.SECRET_FILE) + ClusterSecretReload.NOT_YET);
                    }
                    List<String> labels = read.labels();
                    boolean changed = !labels.equals(current.labels());
                    return () -> {
                        current.replaceBy(read);
                        news.set(
                                changed
                                        ? List.of(ClusterSecretReload.news(ReplicationSettings.SECRET_FILE, labels))
                                        : List.of());
                    };
                },
                news::get);
    }

    /** Adds cluster members that announce a replica set; the shared secret decides on membership. */
    void met(List<ClusterMember> others) {
        if (server == null) {
            return;
        }
        List<ReplicaPeer> found = new ArrayList<>();
        for (ClusterMember node : others) {
            String url = node.profile().groupUrl();
            try {
                if (url != null) {
                    found.add(ReplicaPeer.parse(url));
                }
            } catch (IllegalArgumentException e) {
                log.log(Level.WARNING, "{0} is not taken into the group: {1}", node.name(), e.getMessage());
            }
        }
        server.found(found);
    }

    void admin(InetSocketAddress address) {
        if (server != null) {
            server.admin(PortBinder.text(address));
        }
    }

    CachedDocumentLookup around(CachedDocumentLookup hot) {
        return server == null ? hot : server.around(hot);
    }

    Handler around(Handler handler) {
        return server == null ? handler : server.around(handler);
    }

    void addTo(MetricsRegistry metrics) {
        ReplicationFilter group = server;
        if (group == null) {
            return;
        }
        metrics.counters(
                "gosling.replication.events",
                "event",
                "What this server has done for its group",
                () -> group.counts().snapshot());
        MetricsRegistry.Snapshot<CopyTraffic> saved = metrics.of(group::saved);
        saved.counter(
                "gosling.replication.saved.requests",
                "What other servers have answered with copies of this one's documents, as they say",
                CopyTraffic::requests);
        saved.counter("gosling.replication.saved.bytes", "The bodies of those answers", CopyTraffic::bytes);
        MetricsRegistry.Snapshot<CopyTraffic> answered = metrics.of(group::answered);
        answered.counter(
                "gosling.replication.copy.answers",
                "What this server has answered with copies of others' documents",
                CopyTraffic::requests);
        answered.counter("gosling.replication.copy.answered.bytes", "The bodies of those answers", CopyTraffic::bytes);
        metrics.gauge("gosling.replication.load", "This server's load figure", group::load);
        metrics.gauge("gosling.replication.copies", "Copies of other servers' documents", group::copies);
        metrics.gauge("gosling.replication.copy.bytes", "What those take, with those on their way", group::copyBytes);
        metrics.gauge(
                "gosling.replication.hot.copy.bytes",
                "What copies take that are in memory as well",
                group::hotCopyBytes);
        metrics.gauge("gosling.replication.quota.bytes", "What those may take", group::quota);
        metrics.gauge(
                "gosling.replication.choice.bytes",
                "What pages take that are kept with their links chosen",
                group::choiceBytes);
        MetricsRegistry.Parts<ReplicationStatus.Other> others =
                metrics.of(List.of("server"), group::others, other -> List.of(other.name()));
        others.gauge(
                "gosling_replication_peer_up",
                "1 while another server answers, 0 while it is silent",
                peer -> peer.isHeard() ? 1 : 0);
        others.gauge(
                "gosling_replication_peer_load",
                "The last load figure of another server",
                ReplicationStatus.Other::load);
        others.gauge(
                "gosling_replication_room_bytes",
                "What this server may count on at another one",
                ReplicationStatus.Other::room);
        others.gauge(
                "gosling_replication_placed",
                "Documents of this server that another one is to hold",
                ReplicationStatus.Other::documents);
    }

    @Nullable
    ReplicationStatus status() {
        return server == null ? null : server.view();
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.close();
        }
        delete(temporary);
    }

    private static void delete(@Nullable TemporaryCopyDirectory temporary) throws IOException {
        if (temporary != null) {
            temporary.close();
        }
    }
}
