package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.command.ExitCode;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.MemberAdminPorts;
import io.gosling.node.report.MemberAdminPorts.Silence;
import io.gosling.node.report.StatusInterval;
import io.gosling.node.report.StatusReport;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code gosling status} against admin ports that the test plays. */
class StatusVerbTest {
    private final StringWriter out = new StringWriter();
    private HttpServer admin;
    private HttpServer second;

    @BeforeEach
    void listen() throws Exception {
        admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        second = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        admin.start();
        second.start();
    }

    @AfterEach
    void close() {
        admin.stop(0);
        second.stop(0);
    }

    private static void says(HttpServer server, String status) {
        says(server, "/status", status);
    }

    private static void says(HttpServer server, String path, String text) {
        says(server, path, 200, text);
    }

    private static void says(HttpServer server, String path, int status, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private static String address(HttpServer server) {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private static String node(String name, String members) {
        return "{\"kind\":\"node\",\"name\":\"" + name + "\",\"cluster\":{\"members\":[" + members + "]}}";
    }

    private static String member(String name, String peer, String admin) {
        return "{\"name\":\"" + name + "\",\"peer\":\"" + peer + "\",\"admin\":\"" + admin + "\"}";
    }

    @Test
    void aLineThatIsNoJsonIsOneSilentMember() {
        says(admin, "/cluster/status", node("n1", "") + "\n{\"name\n" + node("n3", "") + "\n");
        assertEquals(ExitCode.PARTIAL.status(), status());
        String text = out.toString();
        assertTrue(text.contains("\nline 2 of /cluster/status: silent: expected JSON\n"), text);
        assertTrue(text.contains("\nn3 "), text);
    }

    @Test
    void aPortThatIsTooBusyIsQuoted() {
        says(admin, "/cluster/status", 503, "too many requests to all members at a time\n");
        StringWriter err = new StringWriter();
        int status =
                GoslingCommand.create().setErr(new PrintWriter(err, true)).execute("status", "--admin", address(admin));
        assertEquals(ExitCode.REFUSED.status(), status);
        assertTrue(
                err.toString().contains(" answered 503: too many requests to all members at a time\n"), err.toString());
    }

    @Test
    void watchedItPrintsALineASecondUntilItIsInterrupted() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        admin.createContext("/cluster/status", exchange -> {
            int hits = 90 * asked.incrementAndGet();
            byte[] bytes = ("{\"kind\":\"node\",\"name\":\"n1\",\"uptime_seconds\":" + asked
                            + ",\"cluster\":{\"members\":[]},\"requests\":{\"total\":" + 2 * hits
                            + ",\"from\":{\"local-memory\":" + hits + ",\"origin\":" + hits / 9 + "}}}\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        Thread watching = Thread.ofVirtual().start(() -> status("--watch"));
        Eventually.that("a line is printed", () -> out.toString().contains("%"));
        watching.interrupt();
        watching.join();
        List<String> lines = out.toString().lines().toList();
        assertEquals(StatusInterval.TITLE, lines.getFirst());
        assertTrue(lines.get(1).matches("\\d\\d:\\d\\d:\\d\\d +1 +180\\.0 +90\\.0% +10\\.0 +0\\.0"), lines.get(1));
    }

    @Test
    void watchedItGoesOnAfterAnAnswerIsRefusedUntilTheCallerIsForbidden() {
        AtomicInteger asked = new AtomicInteger();
        int[] statuses = {200, 503, 200, 401};
        admin.createContext("/cluster/status", exchange -> {
            int status = statuses[asked.getAndIncrement()];
            byte[] bytes = (status == 200 ? node("n1", "") : "not now").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        StringWriter err = new StringWriter();
        String[] args = {"status", "--watch", "--admin", address(admin)};
        assertEquals(
                ExitCode.REFUSED.status(),
                GoslingCommand.create()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .execute(args));
        assertEquals(statuses.length, asked.get());
        assertEquals(2, out.toString().lines().count(), out.toString());
        assertTrue(err.toString().startsWith(address(admin) + " answered 503: not now\n"), err.toString());
    }

    @Test
    void watchedItDoesNotPrintJson() {
        assertEquals(ExitCode.USAGE.status(), status("--watch", "--json"));
    }

    @Test
    void topWithoutATerminalPrintsOneView() {
        says(admin, "/cluster/status", node("n1", "") + "\n");
        String[] args = {"top", "--admin", address(admin)};
        assertEquals(
                ExitCode.OK.status(),
                GoslingCommand.create().setOut(new PrintWriter(out, true)).execute(args));
        assertTrue(out.toString().startsWith(StatusInterval.TITLE), out.toString());
        assertTrue(out.toString().contains("\nn1 "), out.toString());
        assertFalse(out.toString().contains("\033"), out.toString());
    }

    private int status(String... more) {
        String[] args = new String[more.length + 3];
        args[0] = "status";
        args[1] = "--admin";
        args[2] = address(admin);
        System.arraycopy(more, 0, args, 3, more.length);
        return GoslingCommand.create().setOut(new PrintWriter(out, true)).execute(args);
    }

    @Test
    void whatIsWrongWithVotersIsSaidBelowTheMembers() {
        says(
                admin,
                "{\"kind\":\"node\",\"name\":\"n1\",\"cluster\":{\"members\":[]},\"purges\":{\"lease\":false,"
                        + "\"heard\":[\"n1\"],\"unheard\":[\"n2\",\"n9\"],\"trouble\":\"no space left\"}}");
        assertEquals(ExitCode.OK.status(), status());
        assertTrue(out.toString().contains("n1: no lease: asks its sources before each answer"), out.toString());
        assertTrue(out.toString().contains("n1: does not hear the voters [n2, n9]\n"), out.toString());
        assertTrue(out.toString().contains("n1: does not vote: no space left\n"), out.toString());
        assertFalse(out.toString().contains("REPOSITORY"), out.toString());
    }

    @Test
    void aQuorumThatMayStillBeGatheringReadsAsStarting() {
        says(admin, gathering(14));
        assertEquals(ExitCode.OK.status(), status());
        assertTrue(out.toString().contains("""
                                n1: starting: no lease yet: asks its sources before each answer
                                n1: starting: has not heard the voters [n2] yet
                                n1: starting: does not vote yet
                                """), out.toString());
        assertFalse(out.toString().contains("does not hear"), out.toString());
    }

    @Test
    void aQuorumThatHasNotGatheredWithinThreeLeasesReadsAsAFault() {
        says(admin, gathering(15));
        assertEquals(ExitCode.OK.status(), status());
        assertFalse(out.toString().contains("starting"), out.toString());
        assertTrue(out.toString().contains("n1: does not hear the voters [n2]\n"), out.toString());
        assertTrue(out.toString().contains("n1: does not vote: has not learnt from enough voters"), out.toString());
    }

    private static String gathering(int uptimeSeconds) {
        return "{\"kind\":\"node\",\"name\":\"n1\",\"uptime_seconds\":" + uptimeSeconds
                + ",\"cluster\":{\"members\":[]},\"purges\":{\"lease\":false,\"lease_ms\":5000,\"heard\":[],"
                + "\"unheard\":[\"n2\"],\"voter\":true,\"votes\":false,\"trouble\":\"\"}}";
    }

    @Test
    void whomANodeHasNotMetIsSaid() {
        says(
                admin,
                "{\"kind\":\"node\",\"name\":\"n3\",\"state\":\"ready\",\"uptime_seconds\":60,\"cluster\":{"
                        + "\"state\":\"alone\",\"members\":[],"
                        + "\"unmet\":[{\"address\":\"10.0.0.1:5701\",\"listens\":true},"
                        + "{\"address\":\"10.0.0.2:5701\",\"listens\":false}]}}");
        assertEquals(ExitCode.OK.status(), status());
        assertTrue(
                out.toString()
                        .contains("n3: is not in one cluster with 10.0.0.1:5701, which takes connections: does it hang,"
                                + " has it the same --secret-file and cluster.encryption, and is that its"
                                + " cluster port?\n"),
                out.toString());
        assertTrue(
                out.toString().contains("n3: is not in one cluster with 10.0.0.2:5701, where nobody listens\n"),
                out.toString());
    }

    @Test
    void aNodeThatHasJustStartedIsNotSuspectedOfAnotherSecret() {
        says(
                admin,
                "{\"kind\":\"node\",\"name\":\"n3\",\"state\":\"ready\",\"uptime_seconds\":3,\"cluster\":{"
                        + "\"state\":\"alone\",\"members\":[],"
                        + "\"unmet\":[{\"address\":\"10.0.0.1:5701\",\"listens\":true}]}}");
        assertEquals(ExitCode.OK.status(), status());
        assertTrue(
                out.toString()
                        .contains("n3: is not yet in one cluster with 10.0.0.1:5701, which takes connections: wait for"
                                + " it, this process has just started\n"),
                out.toString());
        assertFalse(out.toString().contains("--secret-file"), out.toString());
    }

    @Test
    void whatAFrontEndThinksOfItsBackEndsIsSaid() {
        says(
                admin,
                "{\"kind\":\"front-end\",\"name\":\"f\",\"panic\":true,\"cluster\":{\"members\":[]},\"backends\":"
                        + "[{\"name\":\"b1\",\"state\":\"down\",\"health\":\"ejected\"}],\"pools\":"
                        + "[{\"label\":\"images\",\"backends\":2,\"ready\":1,\"active\":3,\"limit\":24,"
                        + "\"queued\":0,\"elsewhere\":7}]}");
        assertEquals(ExitCode.OK.status(), status());
        assertTrue(out.toString().contains(", panic: few back-ends are healthy, checks are ignored\n"), out.toString());
        assertTrue(out.toString().replaceAll(" +", " ").contains("\nb1 down ejected "), out.toString());
        assertTrue(out.toString().replaceAll(" +", " ").contains("\nimages 2 1 3 24 0 7"), out.toString());
    }

    @Test
    void objectsOfProgramsHaveATableOnceThereAreSome() {
        says(
                admin,
                "{\"kind\":\"node\",\"name\":\"n1\",\"cluster\":{\"members\":[]},\"repository\":{\"objects\":3,"
                        + "\"bytes\":2048,\"copies\":2,\"events\":{\"conflict\":5,\"full\":7}}}");
        assertEquals(ExitCode.OK.status(), status());
        assertTrue(
                out.toString().replaceAll(" +", " ").contains("\nREPOSITORY OBJECTS BYTES COPIES CONFLICTS FULL\n"),
                out.toString());
        assertTrue(out.toString().replaceAll(" +", " ").contains("\nn1 3 2.0 KiB 2 5 7\n"), out.toString());
    }

    @Test
    void whoIsToHoldWhatIsSaidWithTheLastReason() {
        says(
                admin,
                "{\"kind\":\"node\",\"name\":\"n1\",\"cluster\":{\"members\":[]},\"replication\":{\"name\":\"a:80\","
                        + "\"load\":41.25,\"quota\":2048,\"copy_bytes\":1024,\"pages\":7,\"links\":9,\"redirected\":3,"
                        + "\"servers\":[{\"name\":\"b:80\",\"state\":\"silent\",\"load\":3,\"room\":1024,"
                        + "\"documents\":5,"
                        + "\"bytes\":512}],\"saved\":{\"requests\":12,\"bytes\":6144},"
                        + "\"answered\":{\"requests\":4,\"bytes\":2048},"
                        + "\"decisions\":[\"replicate /x to b:80: asked for 9 times\"]}}");
        assertEquals(ExitCode.PARTIAL.status(), status());
        String text = out.toString().replaceAll(" +", " ");
        assertTrue(text.contains("\nn1 b:80 silent 3.0 1.0 KiB 5 512 B\n"), text);
        assertTrue(
                text.contains(
                        "\nn1 as a:80: load 41.3, 1.0 KiB of 2.0 KiB for copies, 7 pages sent with 9 chosen links,"
                                + " 3 sent home\n saved 12 requests, 6.0 KiB, which others answered for it; answered 4,"
                                + " 2.0 KiB, for others\n last decision: replicate /x to b:80: asked for 9 times\n"),
                text);
    }

    @Test
    void serversOfAGroupOfThisMachineAreAskedWhereTheirWordsSay() {
        says(admin, server("n1", "127.0.0.1:80", other("127.0.0.1:81", "ready", address(second), "")));
        says(second, server("n2", "127.0.0.1:81", ""));
        assertEquals(ExitCode.OK.status(), status());
        String text = out.toString().replaceAll(" +", " ");
        assertTrue(text.contains("\nn1 as 127.0.0.1:80: "), text);
        assertTrue(text.contains("\nn2 as 127.0.0.1:81: "), text);
    }

    @Test
    void ofServersThatCannotBeAskedItIsSaidWhy() {
        says(
                admin,
                server(
                        "n1",
                        "127.0.0.1:80",
                        other("127.0.0.1:81", "silent", "", "it answers 404 without the group's secret") + ","
                                + other("192.0.2.7:80", "ready", "127.0.0.1:4675", "") + ","
                                + other("192.0.2.8:80", "silent", "127.0.0.1:4675", "refused") + ","
                                + other("127.0.0.1:82", "ready", "192.0.2.9:80", "")));
        assertEquals(ExitCode.PARTIAL.status(), status());
        assertTrue(
                out.toString().contains("\n127.0.0.1:81: silent: it answers 404 without the group's secret\n"),
                out.toString());
        assertTrue(
                out.toString().contains("\n192.0.2.7:80: not asked: its admin port 127.0.0.1:4675 is on 192.0.2.7"),
                out.toString());
        assertTrue(out.toString().contains("\n192.0.2.8:80: silent: refused\n"), out.toString());
        assertTrue(
                out.toString()
                        .contains("\n127.0.0.1:82: not asked: its admin port requires TLS and a token: --admin"
                                + " https://192.0.2.9:80"),
                out.toString());
    }

    private static String server(String name, String address, String others) {
        return "{\"kind\":\"node\",\"name\":\"" + name + "\",\"cluster\":{\"members\":[]},\"replication\":{\"name\":\""
                + address + "\",\"servers\":[" + others + "]}}";
    }

    private static String other(String name, String state, String admin, String reason) {
        return "{\"name\":\"" + name + "\",\"state\":\"" + state + "\",\"admin\":"
                + (admin.isEmpty() ? "null" : "\"" + admin + "\"") + ",\"reason\":\"" + reason + "\"}";
    }

    @Test
    void aMemberOfAnotherMachineIsNotAskedAndThatIsSaid() {
        says(admin, node("n1", member("n2", "192.0.2.7:4676", address(admin))));
        assertEquals(ExitCode.PARTIAL.status(), status());
        String why = "its admin port " + address(admin) + " is on 192.0.2.7 and answers there only: run gosling status"
                + " on that machine, or reach it through a tunnel, such as ssh -L 14675:" + address(admin)
                + " 192.0.2.7 and --admin 127.0.0.1:14675";
        assertTrue(out.toString().contains("\nn2: not asked: " + why + "\n"), out.toString());
        assertTrue(out.toString().contains("\nn2    not asked  "), out.toString());
    }

    @Test
    void inJsonItIsAnObjectWithTheReason() throws Exception {
        says(admin, node("n1", member("n2", "192.0.2.7:4676", "127.0.0.1:4675")));
        assertEquals(ExitCode.PARTIAL.status(), status("--json"));
        Map<?, ?> read = AdminClient.parse("{\"all\":" + out + "}");
        Map<?, ?> silent = StatusReport.list(read, "all").get(1);
        assertEquals(List.of("kind", "name", "state", "admin", "reason"), List.copyOf(silent.keySet()));
        assertEquals("not asked", silent.get("state"));
        assertEquals("127.0.0.1:4675", silent.get("admin"));
    }

    @Test
    void membersOfThisMachineAreAskedWhereTheySay() {
        says(admin, node("n1", member("n2", "127.0.0.1:1", address(second))));
        says(second, node("n2", ""));
        assertEquals(ExitCode.OK.status(), status("--json"));
        assertTrue(out.toString().contains("\"name\":\"n2\""), out.toString());
    }

    @Test
    void whatTheMemberKnowsOfTheOthersIsNotAskedAgainAndFrontEndsAreAskedHere() {
        String here = member("n2", "192.0.2.7:4676", "127.0.0.1:4675") + ","
                + member("n3", "127.0.0.1:1", address(second))
                + ",{\"name\":\"f\",\"http\":\"127.0.0.1:80\",\"admin\":\""
                + address(second) + "\"}";
        says(
                admin,
                "/cluster/status",
                node("n1", here) + "\n" + node("n2", "") + "\n"
                        + "{\"kind\":\"silent\",\"name\":\"n3\",\"state\":\"silent\",\"admin\":\"-\",\"reason\":\"no answer"
                        + " within 2 s\"}\n"
                        + "{\"kind\":\"silent\",\"name\":\"f\",\"state\":\"not asked\",\"admin\":\"-\",\"reason\":\"a"
                        + " front-end\"}\n");
        says(second, "{\"kind\":\"front-end\",\"name\":\"f\",\"cluster\":{\"members\":[]}}");
        assertEquals(ExitCode.PARTIAL.status(), status());
        String text = out.toString();
        assertTrue(text.contains("\nn3: silent: no answer within 2 s\n"), text);
        assertTrue(text.contains("front-end f on "), text);
        assertFalse(text.contains("not asked"), text);
        assertTrue(text.contains("\nn2 "), text);
    }

    @Test
    void whoeverAnswersUnderAnotherNameIsNotTakenForTheMember() {
        says(admin, node("n1", member("n2", "127.0.0.1:1", address(second))));
        says(second, node("n3", ""));
        assertEquals(ExitCode.PARTIAL.status(), status());
        assertTrue(out.toString().contains("n2: silent: n3 answers at " + address(second)), out.toString());
    }

    @Test
    void aMemberThatDoesNotAnswerIsSilent() {
        says(admin, node("n1", member("n2", "127.0.0.1:1", "127.0.0.1:1")));
        assertEquals(ExitCode.PARTIAL.status(), status());
        assertTrue(out.toString().contains("n2: silent: at 127.0.0.1:1: "), out.toString());
    }

    @Test
    void whoIsHereIsToldByThePeerPortOrThePortForClients() throws Exception {
        Map<?, ?> status = AdminClient.parse("""
                {"name":"n1","cluster":{"members":[
                  {"name":"n2","peer":"10.0.0.2:4676","http":"10.0.0.2:80","admin":"127.0.0.1:1"},
                  {"name":"f","peer":"-","http":"10.0.0.1:80","admin":"127.0.0.1:2"},
                  {"name":"n3","peer":null,"http":null,"admin":"127.0.0.1:3"},
                  {"name":"n4","peer":"10.0.0.1:4676","admin":null},
                  {"name":"n1","peer":"10.0.0.1:4677","admin":"127.0.0.1:4"}]}}""");
        MemberAdminPorts members = MemberAdminPorts.of(status, new MemberAdminPorts.Reach("10.0.0.1"::equals, false));
        assertEquals(Map.of("f", new HostPort("127.0.0.1", 2), "n3", new HostPort("127.0.0.1", 3)), members.here());
        assertEquals(List.of("n2", "n4"), List.copyOf(members.elsewhere().keySet()));
        assertEquals(
                new Silence("not asked", "-", "it names no admin port"),
                members.elsewhere().get("n4"));
    }

    @Test
    void portsBeyondLoopbackAreAskedWithATokenAndThoseOnLoopbackOnTheirOwnMachine() throws Exception {
        Map<?, ?> status = AdminClient.parse("""
                {"name":"n1","cluster":{"members":[
                  {"name":"n2","peer":"10.0.0.2:4676","admin":"10.0.0.2:4675"},
                  {"name":"n3","peer":"127.0.0.1:4676","admin":"127.0.0.1:3"}]}}""");
        AdminAddress elsewhere = new AdminAddress.Port(new HostPort("10.0.0.1", 4675));
        AdminAddress here = new AdminAddress.Port(new HostPort("127.0.0.1", 4675));
        AdminAddress socket = new AdminAddress.Socket(Path.of("/run/gosling/admin.sock"));
        assertEquals(Set.of("n2"), asked(status, MemberAdminPorts.Reach.of(elsewhere, true)));
        assertEquals(Set.of("n2", "n3"), asked(status, MemberAdminPorts.Reach.of(here, true)));
        assertEquals(Set.of("n3"), asked(status, MemberAdminPorts.Reach.of(here, false)));
        assertEquals(Set.of("n3"), asked(status, MemberAdminPorts.Reach.of(socket, false)));
        assertEquals(
                new Silence(
                        "not asked",
                        "10.0.0.2:4675",
                        "its admin port requires TLS and a token: --admin https://10.0.0.2:4675 --token-file FILE"),
                MemberAdminPorts.of(status, MemberAdminPorts.Reach.of(here, false))
                        .elsewhere()
                        .get("n2"));
    }

    private static Set<String> asked(Map<?, ?> status, MemberAdminPorts.Reach reach) {
        return MemberAdminPorts.of(status, reach).here().keySet();
    }

    @Test
    void addressesOfThisMachineAreKnown() {
        assertTrue(MemberAdminPorts.isOfThisMachine("127.0.0.1"));
        assertTrue(MemberAdminPorts.isOfThisMachine("::1"));
        assertTrue(!MemberAdminPorts.isOfThisMachine("192.0.2.1"));
        assertTrue(!MemberAdminPorts.isOfThisMachine("web1"));
    }
}
