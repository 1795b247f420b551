package io.gosling.replication.serve;

import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.home.HomeSettings;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.SignedHeaderCodec;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Servers of one group on loopback sockets, each with a site of its own: a page and images. Files are looked at every
 * 20 ms of the clock; everything that is counted or waited for goes by a ticker that tests move.
 */
public final class RunningGroup implements AutoCloseable {
    public static final int IMAGES = 8;
    public static final int IMAGE_BYTES = 3000;
    public static final int PAGE_MEMORY = 1 << 20;
    static final int COPY_MEMORY = 16 * (IMAGE_BYTES + 1000);
    public static final Duration CHOICE_AGE = Duration.ofMillis(100);
    private static final Pattern LINK = Pattern.compile("src=\"([^\"]*)\"");
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .sslContext(TlsClient.create().context())
            .build();

    public final ManualTicker ticker = new ManualTicker();
    public final List<Member> members = new ArrayList<>();
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "group");
    private final Path folder;
    /** With what the servers show and believe; null for plain HTTP. */
    private final @Nullable Encrypted encrypted;

    record Encrypted(ReloadingTlsContext server, SslContext client) {
        static Encrypted in(Path folder) throws IOException {
            TestCertificate certificate = TestCertificate.of("localhost").write(folder, "s");
            CertificateFiles files = new CertificateFiles(folder.resolve("s.pem"), folder.resolve("s.key"));
            return new Encrypted(
                    ReloadingTlsContext.open(TlsSettings.of(files), Ticker.system(), InstantSource.system()),
                    SslContextBuilder.forClient()
                            .sslProvider(SslProvider.JDK)
                            .trustManager(certificate.certificate())
                            .build());
        }
    }

    /** One server. */
    public static final class Member {
        public final Path site;
        public final HttpServer http;
        final LongAdder answers = new LongAdder();
        public volatile Handler handler = request -> Response.of(503);
        volatile CachedDocumentLookup hot = CachedDocumentLookup.none();
        /** Null without the wish for it. */
        @Nullable
        public FilesInMemory memory;

        private @Nullable ReplicationFilter replication;
        private boolean dead;

        private final boolean secure;

        Member(Path site, Transport transport, @Nullable Encrypted encrypted) throws IOException {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            this.site = site;
            this.secure = encrypted != null;
            this.http = HttpServer.start(
                    transport,
                    List.of(
                            encrypted == null
                                    ? ListenEndpoint.plain(any)
                                    : ListenEndpoint.secure(any, encrypted.server())),
                    HttpLimits.defaults(),
                    (key, nanos) -> hot.acquire(key, nanos),
                    request -> handler.handle(request),
                    (from, status, bytes, nanos) -> answers.increment(),
                    null,
                    System::nanoTime);
        }

        public ReplicaPeer peer() {
            return new ReplicaPeer(
                    secure, secure ? "localhost" : "127.0.0.1", http.address().getPort());
        }

        public String name() {
            return peer().name();
        }

        public ReplicationFilter replication() {
            return Objects.requireNonNull(replication);
        }

        public ReplicationStatus view() {
            return replication().view();
        }
    }

    /**
     * What a test wants otherwise.
     *
     * @param values what is set, besides addresses and files
     */
    public record Wishes(SettingValues values, boolean hot) implements SettingGroup<Wishes> {
        public static Wishes usual() {
            return new Wishes(SettingValues.none(), false)
                    .with(HomeSettings.ROUND, Duration.ofMillis(20))
                    .with(HomeSettings.SCAN, Duration.ofMillis(20))
                    .with(HomeSettings.PAGE_MEMORY, (long) PAGE_MEMORY)
                    .with(HomeSettings.CHOICE_AGE, CHOICE_AGE)
                    .with(HomeSettings.CHOICE_MEMORY, (long) PAGE_MEMORY)
                    .with(PlanSettings.IDLE, 0.0)
                    .with(PlanSettings.OVERLOADED, 1.0)
                    .with(PlanSettings.HEAVY, 10.0)
                    .with(PlanSettings.PER_ROUND, 1000)
                    .with(CoopSettings.DISK_QUOTA, 1L << 20)
                    .with(CoopSettings.COPY_MEMORY, (long) COPY_MEMORY)
                    .with(CoopSettings.PULLS, 16)
                    .with(CoopSettings.PULL_WAIT, Duration.ofSeconds(20))
                    .with(CoopSettings.PULL_TIME, Duration.ofSeconds(60))
                    .by(CopyConsistencySettings.Mode.VALIDATION);
        }

        @Override
        public Wishes of(SettingValues other) {
            return new Wishes(other, hot);
        }

        public Wishes by(StorageMethod other) {
            return with(PlanSettings.METHOD, other);
        }

        public Wishes by(CopyPlacement other) {
            return with(PlanSettings.SPREAD, other);
        }

        public Wishes by(CopyConsistencySettings.Mode mode) {
            return with(CopyConsistencySettings.MODE, mode);
        }

        public Wishes by(LinkRuleSettings other) {
            return of(other.values().over(values));
        }

        public Wishes within(long bytes) {
            return with(CoopSettings.DISK_QUOTA, bytes);
        }

        /** With all files in memory, and those that may be on the fast lane. */
        public Wishes fromMemory() {
            return new Wishes(values, true);
        }

        public Wishes withDocuments() {
            return with(LinkRuleSettings.DOCUMENTS, true);
        }
    }

    private RunningGroup(Path folder, @Nullable Encrypted encrypted) {
        this.folder = folder;
        this.encrypted = encrypted;
    }

    public static RunningGroup of(int servers, Path folder, Wishes wishes) throws IOException {
        return of(servers, new RunningGroup(folder, null), wishes);
    }

    /** The same over TLS. */
    public static RunningGroup secure(int servers, Path folder, Wishes wishes) throws IOException {
        return of(servers, new RunningGroup(folder, Encrypted.in(folder)), wishes);
    }

    private static RunningGroup of(int servers, RunningGroup group, Wishes wishes) throws IOException {
        Path folder = group.folder;
        for (int i = 0; i < servers; i++) {
            Path site = Files.createDirectory(folder.resolve("site" + i));
            makeSite(site, i);
            group.members.add(new Member(site, group.transport, group.encrypted));
        }
        for (Member member : group.members) {
            group.start(member, wishes, "a secret of the whole group");
        }
        group.awaitAll();
        return group;
    }

    /** Until each knows all others, has heard them and has read its site. */
    public void awaitAll() {
        Eventually.that(
                "all have heard all and read their sites",
                () -> members.stream()
                        .map(Member::view)
                        .allMatch(view -> view.givable() >= IMAGES
                                && view.servers().size() == members.size() - 1
                                && view.servers().stream().allMatch(ReplicationStatus.Other::isHeard)));
    }

    /** One more, which knows nobody's address, and which nobody knows but by way of the cluster. */
    public Member join(Wishes wishes) throws IOException {
        Path site = Files.createDirectory(folder.resolve("site" + members.size()));
        makeSite(site, members.size());
        Member member = new Member(site, transport, encrypted);
        members.add(member);
        start(member, wishes, "a secret of the whole group", List.of(member.peer()));
        tellWhoIsThere(members);
        return member;
    }

    /** As the cluster says it to each. */
    void tellWhoIsThere(List<Member> there) {
        for (Member one : there) {
            one.replication().found(there.stream().map(Member::peer).toList());
        }
    }

    public void start(Member member, Wishes wishes, String secret) throws IOException {
        start(member, wishes, secret, members.stream().map(Member::peer).toList());
    }

    private void start(Member member, Wishes wishes, String secret, List<ReplicaPeer> backend) throws IOException {
        DocumentRoot root = DocumentRoot.at(member.site);
        int port = member.peer().port();
        SettingValues values = wishes.values()
                .withValue(ReplicationSettings.ADDRESS, member.peer())
                .withValue(ReplicationSettings.BACKEND, backend)
                .withValue(CoopSettings.IMPORT_PATH, folder.resolve("copies-" + port));
        ReplicationSettings settings = new ReplicationSettings(values, "test", new SignedHeaderCodec(secret));
        SslContext client = encrypted == null ? null : encrypted.client();
        FilesInMemory memory = wishes.hot() ? new FilesInMemory(root) : null;
        DocumentSource source = memory == null ? root : memory;
        member.memory = memory;
        member.replication = new ReplicationFilter(
                settings,
                root,
                source,
                transport,
                client,
                member.answers::sum,
                memory == null ? fields -> {} : memory::prepareBy,
                ticker);
        member.handler = member.replication().around(new DocumentHandler(source, "test"));
        CachedDocumentLookup files = memory == null ? CachedDocumentLookup.none() : memory;
        member.hot = member.replication().around(files).over(encrypted != null);
    }

    private static void makeSite(Path site, int seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder page = new StringBuilder("<!doctype html><title>Site " + seed + "</title>\n");
        for (int i = 0; i < IMAGES; i++) {
            byte[] image = new byte[IMAGE_BYTES];
            random.nextBytes(image);
            Files.write(site.resolve("i" + i + ".png"), image);
            page.append("<p>Text that stays &amp; stays <img alt='x' src=\"i" + i + ".png\">\n");
        }
        page.append("<a href='about.html'>about</a>\n");
        Files.writeString(site.resolve("index.html"), page);
        Files.writeString(
                site.resolve("about.html"), "<title>About</title><a href='index.html'>back</a><img src=\"i0.png\">");
    }

    public Member get(int i) {
        return members.get(i);
    }

    public static HttpResponse<byte[]> ask(String url, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    public static HttpResponse<byte[]> ask(Member member, String path, String... headers) throws Exception {
        return ask(member.peer().origin() + path, headers);
    }

    public static HttpResponse<byte[]> post(Member member, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(member.peer().origin() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    public static String page(Member member) throws Exception {
        return new String(ask(member, "/").body(), StandardCharsets.UTF_8);
    }

    /** The addresses of a page's images, in their order. */
    public static List<String> images(String page) {
        return LINK.matcher(page).results().map(found -> found.group(1)).toList();
    }

    /** The page with the links that its file has. */
    public static String withoutChoices(String page) {
        return Pattern.compile("src=\"https?://[^\"]*/(i[0-9]+\\.png)\"")
                .matcher(page)
                .replaceAll((MatchResult found) -> "src=\"" + found.group(1) + "\"");
    }

    public static byte[] image(Member home, int i) throws IOException {
        return Files.readAllBytes(home.site.resolve("i" + i + ".png"));
    }

    /** Asks one server for everything until its plan is what the test waits for. */
    public void visitUntil(Member home, String story, java.util.function.Predicate<ReplicationStatus> wanted) {
        Eventually.that(story, () -> {
            visit(home);
            return wanted.test(home.view());
        });
    }

    public void visit(Member home) {
        try {
            for (int i = 0; i < IMAGES; i++) {
                ask(home, "/i" + i + ".png");
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        ticker.advance(Duration.ofMillis(100));
    }

    /** Until every image of this home is to be at every other server. */
    public void spread(Member home) {
        visitUntil(
                home,
                "all images are given to all others",
                view -> view.placed().size() == IMAGES
                        && view.placed().stream()
                                .allMatch(placed -> placed.servers().size() == members.size() - 1));
    }

    /** An address of a copy, as a page would have it. */
    public static String copyAt(Member coop, Member home, long version, String path) {
        return coop.peer().origin() + "/~migrate/" + version + "/" + home.name() + path;
    }

    /** The files of a server's copies. */
    public List<Path> copies(Member coop) throws IOException {
        try (Stream<Path> files =
                Files.list(folder.resolve("copies-" + coop.peer().port()))) {
            return files.filter(file -> file.toString().endsWith(".gosling-copy"))
                    .toList();
        }
    }

    public static List<Integer> numbers() {
        return IntStream.range(0, IMAGES).boxed().toList();
    }

    /** Ends one as a crash would, as far as others can see. */
    public void kill(Member member) {
        if (!member.dead) {
            member.dead = true;
            member.http.close();
            ReplicationFilter begun = member.replication;
            if (begun != null) {
                begun.close();
            }
            FilesInMemory files = member.memory;
            if (files != null) {
                files.forget();
            }
        }
    }

    @Override
    public void close() {
        members.forEach(this::kill);
        if (encrypted != null) {
            encrypted.server().close();
        }
        transport.close();
    }
}
