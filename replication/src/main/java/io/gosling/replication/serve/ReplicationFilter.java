package io.gosling.replication.serve;

import io.gosling.common.PeriodicTask;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.netty.transport.Transport;
import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.coop.CopyDirectory;
import io.gosling.replication.coop.CopyFetcher;
import io.gosling.replication.coop.CopyHandler;
import io.gosling.replication.coop.CopyResponseCounter;
import io.gosling.replication.coop.HotCopies;
import io.gosling.replication.coop.NoticeHandler;
import io.gosling.replication.coop.NoticeQueues;
import io.gosling.replication.home.HomeHeaderBuilder;
import io.gosling.replication.home.HomeSettings;
import io.gosling.replication.home.HomeSite;
import io.gosling.replication.home.PageAssemblyMemory;
import io.gosling.replication.home.PageHandler;
import io.gosling.replication.home.RenderedVariantCache;
import io.gosling.replication.home.SiteSnapshot;
import io.gosling.replication.members.CopyTraffic;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.KnownReplicaPeers;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaPeerClient;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.SilenceLog;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.CopyQuotaAccounts;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.replication.site.LinkGraphLimits;
import io.gosling.replication.site.ScanProgress;
import io.gosling.replication.site.SiteScanner;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One server of a replica set: home of its own documents and co-op of the others'. A filter around the handler that
 * serves the site. For many threads; started and closed by one.
 *
 * <pre>
 *   a client, /page.html            PageHandler: the page with links chosen by ReplicationPlan and loads;
 *                                   for a moment the event-loop path repeats it: ReplicaSetCachedLookup
 *   a client, /~migrate/V/HOME/PATH CopyHandler -> CopyFetcher: on the disk, or fetched, or 307 to HOME
 *   a server, /~migrate/0/SELF/PATH CopySender.give: if the plan offers it, signed
 *   a server, /~migrate/            status (HEAD), notices (POST)
 * </pre>
 */
public final class ReplicationFilter implements Filter, AutoCloseable {
    private static final Logger LOG = System.getLogger(ReplicationFilter.class.getName());
    private static final Duration LOOK_AROUND = Duration.ofMillis(250);
    /** Least seconds of a load sample. */
    private static final double LEAST_SAMPLE = 0.05;

    private static final int TELL_EVERY = 5000;

    private final ReplicationSettings settings;
    private final KnownReplicaPeers members;
    private final ReplicaSet group;
    private final ReplicaPeerClient client;
    private final HotCopies hotCopies;
    private final CopyDirectory copyDirectory;
    private final CopyFetcher copies;
    private final CopyResponseCounter copyAnswers;
    private final NoticeQueues notices;
    private final HomeSite site;
    private final PageHandler pages;
    private final ReplicaSetEndpoint endpoint;
    private final ReplicationReporter report;
    private final PageAssemblyMemory memory;
    private final RenderedVariantCache variantCache;
    private final LongSupplier work;
    private final Ticker ticker;
    private final Consumer<PreparedHeaderBuilder> preparing;
    private final Set<String> pinged = ConcurrentHashMap.newKeySet();
    private final SilenceLog silenceLog = new SilenceLog();
    private final List<PeriodicTask> duties;
    private long workBefore;
    private long sampledNanos;
    private volatile HomeHeaderBuilder fields;

    /**
     * Starts the server: the site is scanned in the background, and sent unchanged until then.
     *
     * @param root the site's files
     * @param source source of the bytes of pages
     * @param transport stays the caller's
     * @param tls for requests to the others, if their addresses are HTTPS; null otherwise
     * @param work work done since the start: responses, or their bytes, depending on the load figure
     * @param preparing receives the builder of the headers of this server's documents, if they depend on more than the
     *     document; called again after each scan that changes it
     * @throws IOException when the directory for copies cannot be used
     */
    public ReplicationFilter(
            ReplicationSettings settings,
            DocumentRoot root,
            DocumentSource source,
            Transport transport,
            @Nullable SslContext tls,
            LongSupplier work,
            Consumer<PreparedHeaderBuilder> preparing,
            Ticker ticker)
            throws IOException {
        this.settings = settings;
        this.work = work;
        this.ticker = ticker;
        this.preparing = preparing;
        this.sampledNanos = ticker.nanos();
        this.workBefore = work.getAsLong();
        HomeSettings home = settings.home();
        Duration silence = settings.get(ReplicationSettings.SILENCE);
        long quota = settings.get(CoopSettings.DISK_QUOTA);
        boolean cors = settings.get(LinkRuleSettings.CORS);
        boolean tells = settings.get(PlanSettings.METHOD) == StorageMethod.DELETION_AWARE;
        hotCopies = new HotCopies(
                settings.get(CoopSettings.COPY_MEMORY), settings.get(CopyConsistencySettings.VALIDATE_AFTER), ticker);
        CopyQuotaAccounts accounts = new CopyQuotaAccounts(quota);
        copyDirectory =
                CopyDirectory.open(settings.find(CoopSettings.IMPORT_PATH).orElseThrow(), accounts, quota, hotCopies);
        members = new KnownReplicaPeers(settings.self(), settings.peers(), ReplicationSettings.MOST_SERVERS - 1);
        group = new ReplicaSet(
                settings.self(), members.all(), settings.signing(), silence, ticker, System.currentTimeMillis());
        group.room(copyDirectory::roomFor);
        client = new ReplicaPeerClient(
                group, transport, tls, silence.dividedBy(2), settings.get(CoopSettings.PULL_TIME));
        notices = new NoticeQueues(group, client);
        copies =
                new CopyFetcher(copyDirectory, client, group, settings.values(), tells ? notices::evicted : gone -> {});
        memory = new PageAssemblyMemory(home.get(HomeSettings.PAGE_MEMORY));
        Duration pageAge = home.get(HomeSettings.PAGE_AGE);
        copyAnswers = new CopyResponseCounter();
        CopyHandler copyHandler = new CopyHandler(group, copies, copyAnswers, cors, pageAge, settings.node());
        fields = headers(members.all());
        if (!fields.isEmpty()) {
            preparing.accept(fields);
        }
        site = new HomeSite(
                root,
                new SiteScanner(root, LinkGraphLimits.defaults(), ReplicationFilter::tell),
                home,
                group,
                notices::changed,
                members::all,
                this::looked);
        variantCache = new RenderedVariantCache(
                home, group, site::plan, site::count, ThreadLocalRandom::current, this::renderAgain);
        pages = new PageHandler(group, site, home, source, memory, variantCache, () -> fields);
        CopySender copySender = new CopySender(group, site, memory);
        NoticeHandler reader = new NoticeHandler(group, site, copies);
        endpoint = new ReplicaSetEndpoint(group, copyHandler, copySender, reader, new LongAdder());
        report = new ReplicationReporter(group, silenceLog, site, copyDirectory, quota, copyAnswers);
        duties = List.of(
                PeriodicTask.startNow("gosling-site-look", home.get(HomeSettings.SCAN), site::look),
                PeriodicTask.startNow("gosling-replication-round", home.get(HomeSettings.ROUND), this::round),
                PeriodicTask.startNow("gosling-pinger", LOOK_AROUND, this::lookAround));
    }

    private static void tell(ScanProgress progress) {
        boolean reads = progress.parsed() > TELL_EVERY / 10;
        if (reads && progress.files() % TELL_EVERY == 0 && progress.files() < progress.ofFiles()) {
            LOG.log(
                    Level.INFO,
                    "{0} of {1} files looked at, {2} pages and styles read; until that is done no links are chosen",
                    progress.files(),
                    progress.ofFiles(),
                    progress.parsed());
        }
    }

    /** The documents for the event-loop path: with chosen links in pages, and each request counted. */
    public CachedDocumentLookup around(CachedDocumentLookup hot) {
        return new ReplicaSetCachedLookup(hot, site, group, variantCache, hotCopies, false);
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (request.rawPath().startsWith(CopyUrlPath.PREFIX)) {
            return endpoint.handle(request, next);
        }
        SiteSnapshot.Page page = site.pages().under(request.rawPath());
        if (request.method().equals("GET")) {
            site.count(page == null ? request.rawPath() : page.path());
        }
        Response chosen = page == null ? null : page(request, page);
        return chosen == null ? fields.addedTo(next.handle(request)) : chosen;
    }

    /** All documents say from where what they show may come. */
    private void looked(List<ReplicaPeer> others) {
        HomeHeaderBuilder headers = headers(others);
        if (!headers.equals(fields)) {
            fields = headers;
            preparing.accept(headers);
        }
        // The restrictions of policies are known for a server before any link may lead there.
        if (group.replaceOthers(others)) {
            notices.to(group.peers());
            copyAnswers.retain(group.peers().stream().map(ReplicaPeer::name).collect(Collectors.toSet()));
        }
    }

    private HomeHeaderBuilder headers(List<ReplicaPeer> others) {
        String policy = settings.home()
                .links()
                .policyField(others.stream().map(ReplicaPeer::origin).toList())
                .orElse("");
        return new HomeHeaderBuilder(settings.node(), policy, settings.get(LinkRuleSettings.CORS));
    }

    /**
     * Sets the servers that are in the cluster, besides this one: from the next scan of the site's files they are
     * members. Any thread.
     */
    public void found(Collection<ReplicaPeer> now) {
        members.found(now)
                .forEach(peer -> LOG.log(
                        Level.WARNING,
                        "{0} is in the cluster and not taken into the group; expected {1} servers at most, all"
                                + " reached as {2} is",
                        peer.origin(),
                        ReplicationSettings.MOST_SERVERS,
                        settings.self().origin()));
    }

    public void admin(String address) {
        group.admin(address);
    }

    private void renderAgain(SiteSnapshot.Page page, String path) {
        try {
            Thread.ofVirtual().name("gosling-link-choice").start(() -> {
                boolean done = false;
                try {
                    done = pages.renderAgain(page, path);
                } catch (IOException | RuntimeException | OutOfMemoryError e) {
                    LOG.log(Level.DEBUG, "{0} is not rendered again: {1}", path, e);
                } finally {
                    if (!done) {
                        variantCache.rest(page);
                    }
                    page.variants().end();
                }
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            // There was no thread; the request is answered all the same.
            LOG.log(Level.DEBUG, "{0} is not rendered again: {1}", path, e);
            variantCache.rest(page);
            page.variants().end();
        }
    }

    private @Nullable Response page(Request request, SiteSnapshot.Page page) {
        try {
            return pages.page(request, page);
        } catch (IOException | OutOfMemoryError e) {
            // The file itself needs no memory beside the heap.
            LOG.log(Level.DEBUG, "no links are chosen in {0}: {1}", request.rawPath(), e);
            return null;
        }
    }

    private void round() {
        long now = ticker.nanos();
        double seconds = (now - sampledNanos) / 1e9;
        if (seconds >= LEAST_SAMPLE) {
            // Requests between servers do not count as load by requests; by bytes they do, since copies use bandwidth.
            long done = work.getAsLong()
                    - (settings.get(HomeSettings.LOAD) == HomeSettings.LoadUnit.BYTES
                            ? 0
                            : endpoint.between().sum());
            double sample = Math.max(0, done - workBefore) / seconds;
            group.own(group.own().sampled(sample, settings.get(PlanSettings.WEIGHT)));
            workBefore = done;
            sampledNanos = now;
        }
        variantCache.settle();
        site.decide();
        // Of one that does not answer it is not known whether it heard.
        group.peers().stream().filter(group::isHeard).forEach(home -> notices.answered(home.name(), copyAnswers));
    }

    private void lookAround() {
        variantCache.sweep();
        List<HotCopies.Used> used = hotCopies.settle();
        copyDirectory.used(used);
        used.forEach(one -> copyAnswers.add(
                one.copy(),
                new CopyTraffic(one.times(), one.times() * one.copy().length())));
        ping();
    }

    /** Requests the status of long silent servers, each on its own thread. */
    private void ping() {
        Duration stale = settings.get(ReplicationSettings.SILENCE).dividedBy(4);
        for (ReplicaPeer peer : group.peers()) {
            if (group.isHeard(peer)) {
                say(Level.INFO, silenceLog.heard(peer));
            }
            if (!group.isHeardWithin(peer, stale) && pinged.add(peer.name())) {
                Thread.ofVirtual().name("gosling-ping").start(() -> {
                    try {
                        client.ping(peer);
                    } catch (IOException e) {
                        if (!group.isHeard(peer)) {
                            say(Level.WARNING, silenceLog.silent(peer, String.valueOf(e.getMessage()), ticker.nanos()));
                        }
                    } finally {
                        pinged.remove(peer.name());
                    }
                });
            }
        }
    }

    private static void say(Level level, @Nullable String what) {
        if (what != null) {
            LOG.log(level, what);
        }
    }

    public ReplicationCounts counts() {
        variantCache.settle();
        return group.counts();
    }

    public double load() {
        return group.own().value();
    }

    public int copies() {
        return copyDirectory.size();
    }

    /** Bytes of these copies, including reservations for those being fetched. */
    public long copyBytes() {
        return copyDirectory.bytes();
    }

    public long quota() {
        return settings.get(CoopSettings.DISK_QUOTA);
    }

    /** Bytes of rendered pages that are kept, including those being sent. */
    public long choiceBytes() {
        return variantCache.bytes();
    }

    /** Bytes of copies in memory, including those being sent. */
    public long hotCopyBytes() {
        return hotCopies.bytes();
    }

    /** Its responses from copies of others' documents. */
    public CopyTraffic answered() {
        return copyAnswers.sum();
    }

    /** The responses of others from copies of its documents. */
    public CopyTraffic saved() {
        return site.savings().sum();
    }

    public List<ReplicationStatus.Other> others() {
        return report.others();
    }

    public ReplicationStatus view() {
        variantCache.settle();
        return report.view();
    }

    /** Ends what it began and deletes its copies. After HTTP has been closed. */
    @Override
    public void close() {
        duties.forEach(PeriodicTask::close);
        notices.close();
        client.close();
        copies.close();
        copyDirectory.close();
        hotCopies.close();
        variantCache.close();
        memory.close();
    }
}
