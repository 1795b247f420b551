package io.gosling.replication.home;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.CopyTraffic;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.ReplicationCandidate;
import io.gosling.replication.plan.ReplicationDecision;
import io.gosling.replication.plan.ReplicationPlan;
import io.gosling.replication.plan.ReplicationPlanner;
import io.gosling.replication.plan.RequestCounts;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import io.gosling.replication.site.SiteScanner;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The documents of this server, with their request counts and the plan of their copies. {@link #look} and
 * {@link #decide} belong to one thread each; all else is read and counted by many, without locks.
 */
public final class HomeSite {
    private static final Logger LOG = System.getLogger(HomeSite.class.getName());
    private static final int DECISIONS = 50;

    private final DocumentRoot root;
    private final SiteScanner scan;
    private final HomeSettings settings;
    private final ReplicaSet group;
    private final CopyConsistencySettings consistency;
    private final Consumer<List<CopyConsistencySettings.Notice>> notices;
    private final Consumer<List<ReplicaPeer>> looked;
    private final Supplier<List<ReplicaPeer>> members;
    private final ReplicationPlanner rules;
    private final RequestCounts requests;
    private final DocumentVersions versions = new DocumentVersions();
    private final AtomicReference<ReplicationPlan> plan = new AtomicReference<>(ReplicationPlan.empty());
    /** The copies sent since the start, by path and server; their holders are notified of changes. */
    private final Map<String, Map<String, Given>> given = new ConcurrentHashMap<>();

    /** The last known state of a copy, false if evicted, with the number of the holder's last request. */
    private record Given(long number, boolean held) {}

    private final OffloadedResponseCounter savings = new OffloadedResponseCounter();
    private final Map<String, ReplicationDecisionRecord> reasons = new ConcurrentHashMap<>();

    /** The latest first; each text is made on request. */
    private final Deque<Supplier<String>> decisions = new ConcurrentLinkedDeque<>();

    private volatile SiteSnapshot pages = SiteSnapshot.none();
    private volatile Map<String, LongAdder> counts = Map.of();

    /**
     * @param members the other servers, which come and go
     * @param looked receives the other servers after a scan that found a change, before any link may lead to a new one
     */
    public HomeSite(
            DocumentRoot root,
            SiteScanner scan,
            HomeSettings settings,
            ReplicaSet group,
            Consumer<List<CopyConsistencySettings.Notice>> notices,
            Supplier<List<ReplicaPeer>> members,
            Consumer<List<ReplicaPeer>> looked) {
        this.root = root;
        this.scan = scan;
        this.settings = settings;
        this.group = group;
        this.consistency = new CopyConsistencySettings(settings.values());
        this.notices = notices;
        this.members = members;
        this.looked = looked;
        this.rules = new ReplicationPlanner(settings.plan());
        this.requests = new RequestCounts(10 * settings.get(PlanSettings.CANDIDATES));
    }

    public SiteSnapshot pages() {
        return pages;
    }

    public ReplicationPlan plan() {
        return plan.get();
    }

    public DocumentVersions versions() {
        return versions;
    }

    /** The last decisions with their reasons, the latest first. */
    public List<String> decisions() {
        return decisions.stream().map(Supplier::get).toList();
    }

    /**
     * Counts a request for a document, or a link to a copy of it in a page that was sent. On any thread; neither locks
     * nor allocates.
     */
    public void count(String path) {
        count(path, 1);
    }

    public void count(String path, long times) {
        LongAdder counter = counts.get(path);
        if (counter != null) {
            counter.add(times);
        }
    }

    /** Returns true if some link of this page could be chosen now. */
    public boolean mayChoose(Page page) {
        return page.hasChoice() && !plan.get().documents().isEmpty();
    }

    /** This peer is sent the document, or a confirmation that its copy is unchanged. */
    public void gave(String path, String peer, long number) {
        given.computeIfAbsent(path, none -> new ConcurrentHashMap<>())
                .merge(
                        peer,
                        new Given(number, true),
                        (before, now) -> new Given(Math.max(before.number(), number), true));
    }

    /**
     * A co-op reports that it has evicted its copy (deletion-aware). A report from before its last request for the
     * document, or a repeated one, changes nothing.
     *
     * @param number of its request that had fetched that copy
     */
    public void evicted(String path, String peer, long number) {
        boolean placed = plan.get().holders(path).contains(peer);
        Map<String, Given> holders =
                placed ? given.computeIfAbsent(path, none -> new ConcurrentHashMap<>()) : given.get(path);
        if (holders == null) {
            return;
        }
        boolean[] last = {false};
        holders.compute(peer, (name, known) -> {
            last[0] = known == null || (known.held() ? known.number() <= number : known.number() < number);
            return last[0] ? new Given(number, false) : known;
        });
        if (placed && last[0]) {
            plan.updateAndGet(known -> known.gone(path, peer));
            note(() -> peer + " has evicted " + path);
        }
    }

    /** A co-op reports its responses from a copy of one of these documents; reports of other documents are ignored. */
    public void answered(String path, String peer, long number, CopyTraffic since) {
        if (pages.graph().file(path).isPresent()) {
            savings.said(path, peer, number, since);
        }
    }

    /** The responses of other servers from copies of these documents. */
    public OffloadedResponseCounter savings() {
        return savings;
    }

    /** The reason of the last replication of a document; empty if it has no copies. */
    public String reason(String path) {
        ReplicationDecisionRecord last = reasons.get(path);
        return last == null ? "" : last.text();
    }

    /** The document as it is on the disk now; null if there is none. */
    @Nullable
    public Document open(String path) throws IOException {
        DocumentPath known = DocumentPath.find(path);
        return known != null && root.find(known) instanceof LookupResult.Found found ? found.document() : null;
    }

    /** Returns true if the document on the disk is still in the state in which it was opened. */
    public boolean isStill(String path, FileStamp stamp) throws IOException {
        DocumentPath known = DocumentPath.find(path);
        return known != null && root.check(known, stamp) == RevalidationResult.UNCHANGED;
    }

    /** Scans the files again; the holders of copies of changed documents are notified. */
    public void look() throws IOException {
        SiteSnapshot before = pages;
        LinkGraph graph = scan.scan(before.graph()).graph();
        List<ReplicaPeer> others = members.get();
        boolean same = Set.copyOf(others).equals(Set.copyOf(group.peers()));
        if (same && before.isStill(graph) && before.unread().stream().noneMatch(this::canBeRead)) {
            return;
        }
        SiteSnapshot now = SiteSnapshot.of(graph, before, settings, others, root);
        now.unread().stream()
                .filter(path -> !before.unread().contains(path))
                .forEach(path -> LOG.log(Level.WARNING, "{0} cannot be read, its links are not chosen", path));
        Map<String, LongAdder> counters = new HashMap<>();
        now.givable().forEach(path -> counters.put(path, counts.getOrDefault(path, new LongAdder())));
        Set<String> paths = graph.files().stream().map(SiteFile::path).collect(Collectors.toSet());
        // Each state has one number: only the latest may be seen.
        Map<String, Long> changes = new LinkedHashMap<>();
        for (SiteFile file : before.graph().files()) {
            FileStamp stamp = graph.file(file.path()).map(SiteFile::stamp).orElse(null);
            if (!file.stamp().equals(stamp)) {
                changes.put(file.path(), versions.changed(file.path(), stamp));
            }
        }
        now.givable().forEach(path -> graph.file(path).ifPresent(file -> versions.of(path, file.stamp())));
        counts = Map.copyOf(counters);
        pages = now;
        looked.accept(others);
        plan.updateAndGet(known -> amongMembers(fitted(known, now)));
        // A notified server sends its request at once, and must find the new page prepared.
        changes.forEach(this::tell);
        versions.retain(paths);
        given.keySet().retainAll(paths);
        savings.retain(paths);
    }

    /** Tests a file that was left out, whose stamp does not change. */
    private boolean canBeRead(String path) {
        try (Document document = open(path)) {
            return document != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** The plan with the present lengths of documents, and without those that may no longer be replicated. */
    private static ReplicationPlan fitted(ReplicationPlan known, SiteSnapshot now) {
        return known.fitted(path -> now.givable().contains(path)
                ? now.graph().file(path).map(SiteFile::bytes).orElse(0L)
                : -1L);
    }

    private ReplicationPlan amongMembers(ReplicationPlan known) {
        ReplicationPlan plan = known;
        for (String server : known.servers()) {
            plan = group.peer(server) == null ? plan.without(server) : plan;
        }
        return plan;
    }

    private void tell(String path, long version) {
        List<String> holders = given.getOrDefault(path, Map.of()).entrySet().stream()
                .filter(holder -> holder.getValue().held())
                .map(Map.Entry::getKey)
                .toList();
        notices.accept(consistency.changed(path, version, holders));
    }

    /** Runs one round of decisions: the placement of copies, from the loads and the requests since the last round. */
    public void decide() {
        SiteSnapshot site = pages;
        counts.forEach((path, counter) -> {
            long asked = counter.sumThenReset();
            if (asked > 0) {
                site.graph()
                        .file(path)
                        .ifPresent(file -> requests.add(path, Math.max(1, file.bytes()), (double) asked));
            }
        });
        List<ReplicationCandidate> candidates =
                requests.top(settings.get(PlanSettings.CANDIDATES), settings.entries()).stream()
                        .filter(one -> site.givable().contains(one.path()))
                        .toList();
        ServerLoadTable others = group.heard();
        ServerLoad own = group.own();
        List<ReplicationDecision> decided = rules.decide(plan.get(), own, others, candidates);
        // Meanwhile a page may have changed, or a server left, which the decisions do not take into account.
        plan.updateAndGet(known -> amongMembers(fitted(known.with(decided), pages)));
        for (ReplicationDecisionRecord one : ReplicationDecisionRecord.of(decided, own, others, candidates)) {
            note(one::text);
            one.decision().given().ifPresent(path -> reasons.put(path, one));
        }
        reasons.keySet().retainAll(plan.get().documents().keySet());
        requests.age();
    }

    private void note(Supplier<String> decision) {
        decisions.addFirst(decision);
        while (decisions.size() > DECISIONS) {
            decisions.pollLast();
        }
    }
}
