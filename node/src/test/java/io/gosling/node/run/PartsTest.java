package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.common.OpenFileLimitCheck;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.WeightedAddress;
import io.gosling.dispatcher.route.FrontEndRouteSettings;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.node.configuration.FrontEndConfigurationConverter;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.process.FileNameEncodingCheck;
import io.gosling.node.process.JvmMemoryOptions;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.MemberAdminPorts;
import io.gosling.node.report.StatusReport;
import io.gosling.node.report.TextTable;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.supervise.RestartDelay;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.HostPort;
import io.gosling.settings.SettingValues;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small pure parts of the composition root. */
class PartsTest {
    private static final long MIB = 1 << 20;

    @Test
    void theReadyLineIsReadBack() {
        ReadyLine line = ReadyLine.of("name", "n1", "http", "[::1]:8080", "nodes", 3);
        assertEquals("ready name=n1 http=[::1]:8080 nodes=3", line.toString());
        assertEquals(Optional.of(line), ReadyLine.parse(line.toString()));
        assertEquals("-", line.get("admin"));
    }

    @Test
    void otherLinesAreNotReadyLines() {
        for (String line : List.of("", "readyness a=b", "n1 | ready a=b", "ready soon", "ready =b")) {
            assertTrue(ReadyLine.parse(line).isEmpty(), line);
        }
    }

    @Test
    void aProcessThatDiesAtOnceIsStartedMoreAndMoreSlowly() {
        List<Long> waits = new ArrayList<>();
        RestartDelay delay = RestartDelay.NONE;
        for (int i = 0; i < 9; i++) {
            delay = delay.after(Duration.ofMillis(10));
            waits.add(delay.duration().toMillis());
        }
        assertEquals(List.of(250L, 500L, 1000L, 2000L, 4000L, 8000L, 10_000L, 10_000L, 10_000L), waits);
        assertEquals(250, delay.after(Duration.ofMinutes(1)).duration().toMillis());
        assertEquals(Duration.ZERO, RestartDelay.NONE.duration());
    }

    @Test
    void columnsAreAlignedAndNumbersToTheRight() {
        TextTable table = new TextTable("NODE", "REQUESTS", "STATE");
        table.row("n1", 5, "ready");
        table.row("node-2", 12345, "-");
        assertEquals("NODE    REQUESTS  STATE\nn1             5  ready\nnode-2     12345  -\n", table.toString());
    }

    @Test
    void aCellCannotControlTheTerminal() {
        TextTable table = new TextTable("PATH", "HITS");
        table.row("/a\033[2J\u009bm\n", 5);
        assertEquals("PATH                HITS\n/a\\x1B[2J\\x9Bm\\x0A     5\n", table.toString());
    }

    @Test
    void aMemoryThatFitsNowhereIsRefusedWithWhatWouldFit() {
        StartupMemoryCheck.Limits limits = new StartupMemoryCheck.Limits(100 * MIB, 50 * MIB, 1000 * MIB);
        StartupMemoryCheck.require(CacheSettings.of(60 * MIB), limits);
        CommandFailureException direct = assertThrows(
                CommandFailureException.class, () -> StartupMemoryCheck.require(CacheSettings.of(200 * MIB), limits));
        assertEquals(ExitCode.CONFIGURATION, direct.exitCode());
        assertEquals(
                "--memory: value \"200MiB\"; expected at most 60m here: with a headroom of 41.0 MiB for objects on"
                        + " their way and 16.0 MiB of buffers it must fit, and this JVM may use 100.0 MiB off the heap;"
                        + " start with ./gosling, which sizes the JVM, or add -XX:MaxDirectMemorySize=321536k",
                direct.getMessage());
        CommandFailureException machine = assertThrows(
                CommandFailureException.class,
                () -> StartupMemoryCheck.require(
                        CacheSettings.of(900 * MIB), new StartupMemoryCheck.Limits(2000 * MIB, 50 * MIB, 1000 * MIB)));
        String message = String.valueOf(machine.getMessage());
        assertTrue(
                message.startsWith(
                        "--memory: value \"900MiB\"; expected at most 544m here: with a headroom of 128.5 MiB"),
                message);
        assertTrue(
                message.endsWith("this machine or container has 1000.0 MiB, of which the heap takes 250.0 MiB, and"
                        + " compiled code, threads and sockets 128.0 MiB"),
                message);
    }

    /** The launcher makes heap and direct memory as large as what is asked for. */
    @ParameterizedTest
    @ValueSource(longs = {256, 384, 512, 1024, 8192})
    void whatIsSaidToFitIsTheSameWhateverWasAskedFor(long mebibytes) throws Exception {
        long machine = mebibytes * MIB;
        Set<String> said = new TreeSet<>();
        for (long asked : List.of(machine, 2 * machine, 1L << 39)) {
            CacheSettings cache = CacheSettings.of(asked);
            JvmMemoryOptions shape = JvmMemoryOptions.forNode(cache, machine);
            StartupMemoryCheck.Limits limits = new StartupMemoryCheck.Limits(shape.direct(), shape.heap(), machine);
            said.add(String.valueOf(
                            assertThrows(CommandFailureException.class, () -> StartupMemoryCheck.require(cache, limits))
                                    .getMessage())
                    .replaceAll(".*at most ([0-9]+)m here.*", "$1"));
        }
        assertEquals(1, said.size(), said.toString());
        CacheSettings fits = CacheSettings.of(Long.parseLong(said.iterator().next()) * MIB);
        JvmMemoryOptions shape = JvmMemoryOptions.forNode(fits, machine);
        StartupMemoryCheck.Limits limits = new StartupMemoryCheck.Limits(shape.direct(), shape.heap(), machine);
        StartupMemoryCheck.require(fits, limits);
        SettingValues fitted = StartupMemoryCheck.fitted(SettingValues.none(), limits);
        assertTrue(fitted.get(CacheSettings.MEMORY) >= Math.min(fits.memoryBytes(), 256 * MIB), fitted::toString);
        SettingValues given = SettingValues.none().with(CacheSettings.MEMORY, List.of("8g"));
        assertEquals(8L << 30, StartupMemoryCheck.fitted(given, limits).get(CacheSettings.MEMORY));
    }

    @Test
    void whatIsSaidToFitFits() {
        for (long direct = 40; direct < 3000; direct += 7) {
            StartupMemoryCheck.Limits limits = new StartupMemoryCheck.Limits(direct * MIB, 50 * MIB, 1L << 40);
            for (CacheSettings asked : List.of(
                    CacheSettings.of(4L << 30), CacheSettings.of(4L << 30).with(CacheSettings.HEADROOM, 20 * MIB))) {
                String refused = String.valueOf(
                        assertThrows(CommandFailureException.class, () -> StartupMemoryCheck.require(asked, limits))
                                .getMessage());
                long most = Long.parseLong(refused.replaceAll(".*at most ([0-9]+)m here.*", "$1")) * MIB;
                boolean usual = asked.equals(CacheSettings.of(4L << 30));
                CacheSettings fits = usual
                        ? CacheSettings.of(most)
                        : CacheSettings.of(most)
                                .with(CacheSettings.MAX_OBJECT, Math.min(most, MIB))
                                .with(CacheSettings.HEADROOM, 20 * MIB);
                StartupMemoryCheck.require(fits, limits);
            }
        }
    }

    @Test
    void theLauncherSizesTheJvmForTheCacheWithItsHeadroom() {
        for (long memory : List.of(MIB, 64 * MIB, 1L << 30, 1L << 34)) {
            for (long headroom : List.of(MIB, 64 * MIB, 1L << 34)) {
                CacheSettings cache = CacheSettings.of(memory)
                        .with(CacheSettings.MAX_OBJECT, MIB)
                        .with(CacheSettings.HEADROOM, headroom);
                JvmMemoryOptions shape = JvmMemoryOptions.forNode(cache, 1L << 50);
                StartupMemoryCheck.require(
                        cache, new StartupMemoryCheck.Limits(shape.direct(), shape.heap(), 1L << 50));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "web1, 8080, web1-8080",
        "web1.example.org, 80, web1.example.org-80",
        "10.0.0.7, 80, n10.0.0.7-80",
        "front-end-10.0.0.7, 80, front-end-10.0.0.7-80",
        "höst, 80, h-st-80",
        "'', 80, n-80"
    })
    void theDefaultNameObeysTheRuleForNames(String host, int port, String name) {
        assertEquals(name, NodeConfigurationConverter.defaultName(host, port));
    }

    @Test
    void aLongHostNameIsCutToFit() {
        assertEquals(
                64,
                NodeConfigurationConverter.defaultName("h".repeat(200), 8080).length());
        assertTrue(NodeConfigurationConverter.defaultName("h", 0).matches("h-p[0-9]+"));
    }

    @Test
    void backEndsAreTheNodesThatAnswerClients() {
        InetSocketAddress http = new InetSocketAddress("127.0.0.1", 8081);
        InetSocketAddress other = new InetSocketAddress("127.0.0.1", 8082);
        List<Backend> backends = MemberBackends.backends(
                false,
                List.of(
                        new ClusterMember(
                                "n1",
                                1,
                                NodeRole.ALL,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.LEAVING,
                                NodeProfile.PLAIN),
                        new ClusterMember(
                                "n1", 2, NodeRole.ALL, null, other, null, ClusterMember.Phase.READY, NodeProfile.PLAIN),
                        new ClusterMember(
                                "n2",
                                3,
                                NodeRole.WEB,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.LEAVING,
                                NodeProfile.PLAIN),
                        new ClusterMember(
                                "n3",
                                4,
                                NodeRole.STORE,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.READY,
                                NodeProfile.PLAIN),
                        new ClusterMember(
                                "n4", 5, NodeRole.ALL, null, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN),
                        new ClusterMember(
                                "f",
                                6,
                                NodeRole.FRONT_END,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.READY,
                                NodeProfile.PLAIN)));
        assertEquals(List.of(Backend.ready("n1", other), new Backend("n2", http, 1, Backend.State.DRAINING)), backends);
    }

    @Test
    void frontEndsThatDoNotLeaveAreCounted() {
        InetSocketAddress http = new InetSocketAddress("127.0.0.1", 8081);
        assertEquals(
                2,
                MemberBackends.frontEnds(List.of(
                        new ClusterMember(
                                "n1", 1, NodeRole.ALL, null, http, null, ClusterMember.Phase.READY, NodeProfile.PLAIN),
                        new ClusterMember(
                                "f1",
                                2,
                                NodeRole.FRONT_END,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.READY,
                                NodeProfile.PLAIN),
                        new ClusterMember(
                                "f2",
                                3,
                                NodeRole.FRONT_END,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.LEAVING,
                                NodeProfile.PLAIN),
                        new ClusterMember(
                                "f3",
                                4,
                                NodeRole.FRONT_END,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.READY,
                                NodeProfile.PLAIN))));
    }

    @Test
    void whereClientsReachANodeIsKnownAndWhatIsNoUrlIsNone() {
        InetSocketAddress http = new InetSocketAddress("127.0.0.1", 8081);
        List<Backend> backends = MemberBackends.backends(
                false,
                List.of(
                        new ClusterMember(
                                "n1",
                                1,
                                NodeRole.ALL,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.READY,
                                profile("https://n1.test")),
                        new ClusterMember(
                                "n2",
                                2,
                                NodeRole.ALL,
                                null,
                                http,
                                null,
                                ClusterMember.Phase.READY,
                                profile("n2.test/path"))));
        assertEquals(
                List.of(
                        Backend.ready("n1", http).withPublicUrl(BackendPublicUrl.parse("https://n1.test")),
                        Backend.ready("n2", http)),
                backends);
    }

    private static NodeProfile profile(String publicUrl) {
        return new NodeProfile(publicUrl, 1, Set.of());
    }

    @Test
    void whatANodeCanCarryAndItsGroupsAreKnown() {
        InetSocketAddress http = new InetSocketAddress("127.0.0.1", 8081);
        NodeProfile profile = new NodeProfile(null, 2.5, Set.of("images", "video"));
        List<Backend> backends = MemberBackends.backends(
                false,
                List.of(new ClusterMember(
                        "n1", 1, NodeRole.ALL, null, http, null, ClusterMember.Phase.READY, profile)));
        assertEquals(
                List.of(new Backend("n1", http, 2.5, Backend.State.READY).withLabels(Set.of("images", "video"))),
                backends);
    }

    @Test
    void theStatusOfAFrontEndNamesBackEndsAndAdminPorts() throws Exception {
        Map<?, ?> status = AdminClient.parse("""
            {"kind":"front-end","name":"f","backends":[{"state":"ready"},{"state":"down"}],
             "cluster":{"members":[{"name":"n1","admin":"127.0.0.1:1"},{"name":"n2","admin":null}]}}\
            """);
        assertEquals(1, StatusReport.readyBackends(status));
        assertEquals(
                Map.of("n1", new HostPort("127.0.0.1", 1)),
                MemberAdminPorts.of(status, new MemberAdminPorts.Reach(host -> false, false))
                        .here());
    }

    @Test
    void ofTwoMembersWithOneNameTheFirstIsAsked() throws Exception {
        Map<?, ?> status = AdminClient.parse("""
            {"kind":"front-end","name":"f","cluster":{"members":[
             {"name":"n1","admin":"127.0.0.1:1"},{"name":"n1","admin":"127.0.0.1:2"},
             {"name":"n2"},{"name":"n2","admin":"127.0.0.1:3"}]}}\
            """);
        assertEquals(
                Map.of("n1", new HostPort("127.0.0.1", 1), "n2", new HostPort("127.0.0.1", 3)),
                MemberAdminPorts.of(status, new MemberAdminPorts.Reach(host -> true, false))
                        .here());
    }

    @Test
    void theReportShowsMembersAnswersAndHottestObjects() throws Exception {
        Map<?, ?> node = AdminClient.parse("""
            {"kind":"node","name":"n1","state":"ready","http":"127.0.0.1:8081","load":{"connections":2},
             "memory":{"objects":3,"bytes":2048,"budget":1048576},
             "requests":{"total":7,"from":{"local-memory":5,"local-disk":2}},
             "hottest":[{"path":"/a","lac":4,"agac":9.25,"home":"n2","holders":["n1","n2"]}]}\
            """);
        Map<?, ?> other = AdminClient.parse("""
            {"kind":"node","name":"n3","hottest":[
             {"path":"/b","lac":3,"agac":9.0,"home":"n1","holders":[],"held":false},
             {"path":"/a","lac":2,"agac":8.5,"home":"n2","holders":["n1"],"held":true}]}\
            """);
        String report = StatusReport.write(
                List.of(node), Map.of("n2", new MemberAdminPorts.Silence("silent", "x", "at x: refused")));
        assertEquals("""
            NODE  STATE   HTTP            CONNECTIONS  OBJECTS   MEMORY   BUDGET  REQUESTS
            n1    ready   127.0.0.1:8081            2        3  2.0 KiB  1.0 MiB         7
            n2    silent  -                         -        -        -        -         -
            n2: silent: at x: refused

            ANSWERS       n1
            local-memory   5
            local-disk     2

            HOTTEST  AGAC  HOME  HOLDERS
            /a       9.25  n2    [n1, n2]
            """, report);
        assertTrue(
                StatusReport.write(List.of(node, other), Map.of()).endsWith("""
                    HOTTEST  AGAC  HOME  HOLDERS
                    /a       9.25  n2    [n1, n2]
                    /b        9.0  n1    []
                    """),
                "an object is listed once, as the node with the highest count sees it");
    }

    @Test
    void whatIsNotAStatusIsReadAsNothing() throws Exception {
        assertEquals(0, StatusReport.readyBackends(AdminClient.parse("{\"backends\":7}")));
        assertFalse(StatusReport.write(List.of(AdminClient.parse("{\"kind\":\"node\"}")), Map.of())
                .isEmpty());
        assertThrows(java.io.IOException.class, () -> AdminClient.parse("[1]"));
        assertThrows(java.io.IOException.class, () -> AdminClient.parse("{"));
    }

    @Test
    void aClusterOnAnAddressThatOthersReachTakesItsSecret() throws Exception {
        InetSocketAddress reachable = new InetSocketAddress("192.0.2.7", 5701);
        InetSocketAddress loopback = new InetSocketAddress("127.0.0.1", 4675);
        ClusterSecret secret = ClusterSecret.of("kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh");
        ListenAddresses addresses =
                new ListenAddresses(reachable, loopback, reachable, List.of("192.0.2.8:5701"), secret);
        ClusterSettings settings =
                NodeConfigurationConverter.cluster("n1", SettingValues.none(), addresses, reachable, loopback);
        assertEquals(secret, settings.secret());
        assertEquals(List.of("192.0.2.8:5701"), settings.join());
        assertEquals(new InetSocketAddress("192.0.2.7", 4676), settings.peer());
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, UTF-8, true",
        "Linux, ANSI_X3.4-1968, false",
        "Windows 11, Cp1252, true",
        "Mac OS X, UTF-8, true"
    })
    void whetherEveryFileCanBeNamedIsKnown(String system, String encoding, boolean enough) {
        assertEquals(enough, FileNameEncodingCheck.isEnough(system, encoding));
    }

    @Test
    void whatIsNotSetIsTheDefaultOfEachPart() throws Exception {
        assertEquals(FrontEndSettings.defaults(), FrontEndConfigurationConverter.of(SettingValues.none()));
        assertEquals(
                io.gosling.gos.ObjectSpaceSettings.of("n1", 256 * MIB),
                NodeConfigurationConverter.space("n1", SettingValues.none()));
        InetSocketAddress loopback = new InetSocketAddress("127.0.0.1", 5701);
        ListenAddresses addresses = new ListenAddresses(loopback, loopback, loopback, List.of(), null);
        assertEquals(
                1_000_000,
                NodeConfigurationConverter.cluster("n1", SettingValues.none(), addresses, null, loopback)
                        .get(ClusterSettings.TABLE_ENTRIES));
    }

    @Test
    void poolsAreTakenOver() throws Exception {
        SettingValues values = SettingValues.none()
                .withSections(
                        FrontEndSettings.ROUTES,
                        List.of(SettingValues.none()
                                .with(FrontEndRouteSettings.SPLIT, List.of("images=90", "video=10"))))
                .with(FrontEndSettings.EMPTY_POOL_GOES_ELSEWHERE, List.of("all"));
        var settings = FrontEndConfigurationConverter.of(values);
        assertEquals(List.of("images", "video"), settings.routes().pools());
        assertTrue(settings.get(FrontEndSettings.EMPTY_POOL_GOES_ELSEWHERE));
        assertEquals(
                new NodeProfile(null, 2, Set.of("images", "video")),
                NodeConfigurationConverter.profile(SettingValues.none()
                        .with(NodeSettings.WEIGHT, List.of("2"))
                        .with(NodeSettings.LABELS, List.of("images", "video"))));
    }

    @Test
    void connectionsComeBackWhereTheyGoAndThatIsWanted() throws BadConfigurationException {
        SettingValues handing = SettingValues.none()
                .with(ForwardingSettings.FORWARDING, List.of("handoff-local"))
                .with(HandoffSettings.DIRECTORY, List.of("h"));
        SettingValues multiple = handing.with(HandoffSettings.PERSISTENT, List.of("multiple"));
        SettingValues always = multiple.with(HandoffSettings.MOVE_FROM, List.of("0"));
        for (SettingValues stay : List.of(
                handing,
                handing.with(HandoffSettings.PERSISTENT, List.of("single")),
                handing.with(HandoffSettings.PERSISTENT, List.of("forward")))) {
            assertHandoff(HandoffFrame.Hello.NEVER, stay);
        }
        assertHandoff(64 << 10, multiple);
        assertHandoff(0, always);
        BadConfigurationException proxied = assertThrows(
                BadConfigurationException.class,
                () -> FrontEndConfigurationConverter.of(
                        SettingValues.none().with(HandoffSettings.PERSISTENT, List.of("multiple"))));
        assertTrue(
                String.valueOf(proxied.getMessage()).startsWith("persistent: given with forwarding proxy"),
                proxied::getMessage);
        BadConfigurationException stays = assertThrows(
                BadConfigurationException.class,
                () -> FrontEndConfigurationConverter.of(handing.with(HandoffSettings.MOVE_FROM, List.of("0"))));
        assertTrue(
                String.valueOf(stays.getMessage()).startsWith("handoff.move-from: given with persistent forward"),
                stays::getMessage);
    }

    private static void assertHandoff(long backFrom, SettingValues values) throws BadConfigurationException {
        var settings =
                new HandoffSettings(FrontEndConfigurationConverter.of(values).values());
        assertEquals(Path.of("h"), settings.find(HandoffSettings.DIRECTORY).orElseThrow());
        assertEquals(Duration.ofSeconds(5), settings.get(HandoffSettings.TIMEOUT));
        assertEquals(backFrom, settings.backFrom());
    }

    @Test
    void connectionsGoToOtherHostsWhereThatIsAllowedByAWord() throws BadConfigurationException {
        SettingValues unsaid = SettingValues.none()
                .with(ForwardingSettings.FORWARDING, List.of("handoff"))
                .with(HandoffSettings.PORT, List.of("7070"));
        SettingValues said = unsaid.with(HandoffSettings.EXPERIMENTAL, List.of("on"));
        FrontEndSettings settings = FrontEndConfigurationConverter.of(said);
        assertEquals(7070, settings.find(HandoffSettings.PORT).orElseThrow());
        assertEquals(Duration.ofSeconds(5), settings.get(HandoffSettings.TIMEOUT));
        assertNull(settings.tls());
        assertRefused(unsaid, "forwarding: value \"handoff\", which is experimental");
        assertRefused(unsaid.with(HandoffSettings.EXPERIMENTAL, List.of("off")), "forwarding: value \"handoff\"");
        assertRefused(said.with(ForwardingSettings.FORWARDING, List.of("proxy")), "handoff.experimental: given with");
        assertRefused(
                said.with(HandoffSettings.PERSISTENT, List.of("multiple")), "persistent: multiple with forwarding");
        assertRefused(
                SettingValues.none()
                        .with(ForwardingSettings.FORWARDING, List.of("handoff"))
                        .with(HandoffSettings.EXPERIMENTAL, List.of("on")),
                "forwarding handoff without handoff.port");
    }

    private static void assertRefused(SettingValues values, String why) {
        BadConfigurationException refused =
                assertThrows(BadConfigurationException.class, () -> FrontEndConfigurationConverter.of(values));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(why), refused::getMessage);
    }

    @Test
    void aFixedBackEndHasAWeightAndLabels() {
        HostPort web = HostPort.parse("web1:8080");
        assertEquals(new WeightedAddress(web, 1, Set.of()), WeightedAddress.parse("web1:8080"));
        assertEquals(new WeightedAddress(web, 2, Set.of("a", "b")), WeightedAddress.parse("web1:8080=2+a+b"));
        assertEquals(new WeightedAddress(web, 1, Set.of("a")), WeightedAddress.parse("web1:8080+a"));
        for (String bad : List.of("web1:8080+", "web1:8080+a b", "web1:8080+a=2", "web1:8080=0+a")) {
            assertThrows(IllegalArgumentException.class, () -> WeightedAddress.parse(bad), bad);
        }
    }

    @Test
    void slicesAreAsLargeAsOneObjectMayBeAndNotTooSmall() throws Exception {
        SettingValues values = SettingValues.none().with(CacheSettings.MEMORY, List.of("64m"));
        assertEquals(MIB, NodeConfigurationConverter.space("n1", values).cache().sliceBytes());
        SettingValues less = values.with(CacheSettings.MAX_OBJECT, List.of("512k"));
        assertEquals(
                MIB / 2, NodeConfigurationConverter.space("n1", less).cache().sliceBytes());
        SettingValues none = values.with(CacheSettings.MAX_OBJECT, List.of("10k"));
        assertEquals(0, NodeConfigurationConverter.space("n1", none).cache().sliceBytes());
        SettingValues off = values.with(CacheSettings.SLICE, List.of("0"));
        assertEquals(0, NodeConfigurationConverter.space("n1", off).cache().sliceBytes());
        SettingValues small = values.with(CacheSettings.SLICE, List.of("1k"));
        assertEquals(
                List.of("cache.slice: 1024 is out of bounds; expected 0, or at least 65536 bytes"),
                assertThrows(BadConfigurationException.class, () -> NodeConfigurationConverter.space("n1", small))
                        .complaints());
        SettingValues large = less.with(CacheSettings.SLICE, List.of("1m"));
        assertEquals(
                List.of("cache.slice: 1048576 is out of bounds; expected 0 to 524288 bytes"),
                assertThrows(BadConfigurationException.class, () -> NodeConfigurationConverter.space("n1", large))
                        .complaints());
    }

    @Test
    void everyBoundOfTheCacheAndOfTheClusterIsASetting() throws Exception {
        SettingValues values = SettingValues.none()
                .with(CacheSettings.MEMORY, List.of("64m"))
                .with(CacheSettings.MAX_OBJECT, List.of("32m"))
                .with(NodeSettings.HASH_LIMIT, List.of("1m"));
        CacheSettings cache = NodeConfigurationConverter.space("n1", values).cache();
        assertEquals(64 * MIB, cache.memoryBytes());
        assertEquals(32 * MIB, cache.headroomBytes());
        assertEquals(32 * MIB, cache.maxObjectBytes());
        assertEquals(MIB, cache.sliceBytes());
        assertEquals("lfu-aging", cache.get(CacheSettings.REPLACEMENT));
        assertEquals(32 * MIB, NodeConfigurationConverter.hashLimit(values, cache));
        assertEquals(
                new ClusterTimeouts(SettingValues.none()), NodeConfigurationConverter.timings(SettingValues.none()));
        SettingValues slow = SettingValues.none()
                .with(ClusterTimeouts.LOCATE, List.of("3s"))
                .with(ClusterTimeouts.PROGRESS, List.of("700ms"))
                .with(ClusterTimeouts.MEMORY_FIRST_BYTE, List.of("90ms"));
        ClusterTimeouts expected = new ClusterTimeouts(SettingValues.none())
                .with(ClusterTimeouts.LOCATE, Duration.ofSeconds(3))
                .with(ClusterTimeouts.PROGRESS, Duration.ofMillis(700))
                .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofMillis(90));
        assertEquals(expected, NodeConfigurationConverter.timings(slow));
        SettingValues small = values.with(CacheSettings.HEADROOM, List.of("1m"));
        assertEquals(
                List.of("cache.headroom: 1048576 is out of bounds; expected 33554432 to 1099511627776 bytes"),
                assertThrows(BadConfigurationException.class, () -> NodeConfigurationConverter.space("n1", small))
                        .complaints());
    }

    @Test
    void inAGroupThePagesWhoseLinksAreReadHaveTagsOfTheirBytes() throws Exception {
        SettingValues values = SettingValues.none()
                .with(CacheSettings.MEMORY, List.of("64m"))
                .with(CacheSettings.MAX_OBJECT, List.of("1m"))
                .with(NodeSettings.HASH_LIMIT, List.of("0"));
        CacheSettings cache = NodeConfigurationConverter.space("n1", values).cache();
        assertEquals(MIB, NodeConfigurationConverter.hashLimit(values, cache));
        SettingValues inGroup = values.with(ReplicationSettings.ADDRESS, List.of("http://a.example:8080"));
        assertEquals(16 * MIB, NodeConfigurationConverter.hashLimit(inGroup, cache));
        SettingValues more = inGroup.with(NodeSettings.HASH_LIMIT, List.of("32m"));
        assertEquals(32 * MIB, NodeConfigurationConverter.hashLimit(more, cache));
    }

    @ParameterizedTest
    @CsvSource({"10000, 10256, false", "10000, 10255, true", "10, 1024, false", "20000, 1024, true"})
    void tooFewOpenFilesAreSaid(long sockets, long most, boolean said) {
        assertEquals(
                said, OpenFileLimitCheck.shortage("--clients", sockets, most).isPresent());
    }

    @ParameterizedTest
    @CsvSource({"off, 30000", "v2, 40000"})
    void theSocketsOfWhatLastsAndOfOnesOwnPoolsAreReckoned(String introduction, long sockets) throws Exception {
        SettingValues values = SettingValues.none()
                .with(RelaySettings.PROXY_PROTOCOL, List.of(introduction))
                .with(BackendSource.FIXED, List.of("10.0.0.7:80", "10.0.0.8:80"));
        assertEquals(sockets, RunningFrontEnd.sockets(values));
    }

    @Test
    void theSocketsOfEachPortOfANodeAreReckoned() throws Exception {
        SettingValues alone = SettingValues.none();
        SettingValues encrypted = alone.with(CommonSettings.JOIN, List.of("10.0.0.2:5701"))
                .with(CommonSettings.SECRET_FILE, List.of("secret"));
        assertEquals(10000, RunningNode.sockets(alone));
        assertEquals(20000, RunningNode.sockets(encrypted));
        assertEquals(30000, RunningNode.sockets(encrypted.with(HandoffSettings.PORT, List.of("7070"))));
        SettingValues dispatching = encrypted.with(NodeSettings.DISPATCH, List.of("on"));
        assertEquals(10000 + RunningFrontEnd.sockets(dispatching), RunningNode.sockets(dispatching));
    }

    @Test
    void aHostThatNoUrlCanHaveIsAnAnswerAndNoAccident() throws Exception {
        try (AdminClient client = new AdminClient(Duration.ofSeconds(1))) {
            assertThrows(java.io.IOException.class, () -> client.status(HostPort.parse("web_1:4675")));
        }
    }
}
