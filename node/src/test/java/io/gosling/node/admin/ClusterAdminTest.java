package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.peer.MemberClient.Answer;
import io.gosling.gos.peer.MemberClient.Call;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The admin port of one member, with other members that the test plays. */
class ClusterAdminTest {
    private static final AdminApiHandler.Holder HOLDER = new AdminApiHandler.Holder(
            () -> {},
            request -> Response.text("purged"),
            request -> Response.text("drained"),
            request -> Response.of(404));

    /** The answers of members, by name, method and path. */
    private final Map<String, Answer> answers = new HashMap<>();

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<ClusterMember> others = new ArrayList<>(List.of(node("n2"), node("n3")));
    private AdminApiHandler.@Nullable Holder holder = HOLDER;

    private static ClusterMember node(String name) {
        return member(name, NodeRole.ALL, new InetSocketAddress("127.0.0.1", 4676));
    }

    private static ClusterMember member(String name, NodeRole role, @Nullable InetSocketAddress peer) {
        InetSocketAddress admin = new InetSocketAddress("127.0.0.1", 4675);
        return new ClusterMember(
                name, name.hashCode(), role, peer, null, admin, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private Answer answer(ClusterMember to, Call call) throws IOException {
        String request = to.name() + " " + call.method() + " " + call.path();
        asked.add(request);
        calls.add(call);
        Answer answer = answers.get(request);
        if (answer == null) {
            throw new SocketTimeoutException("the response did not come");
        }
        return answer;
    }

    private void says(String request, int status, String text) {
        answers.put(
                request,
                new Answer(status, Headers.of("Content-Type", "text/x"), text.getBytes(StandardCharsets.UTF_8)));
    }

    private Response log(Request request) {
        asked.add("n1 GET /log");
        return Response.text("log " + request.rawQuery() + "\n");
    }

    private FakeExchange sent(FakeExchange exchange) throws Exception {
        AdminApiHandler api = new AdminApiHandler(
                new Readiness(() -> null),
                () -> "# TYPE a counter\na 1\n",
                () -> Map.of("name", "n1"),
                () -> Response.text("taken\n"),
                request -> Response.text("explained " + request.query().first("url") + "\n"),
                this::log,
                holder,
                null);
        return exchange.answeredBy(
                new AdminAccess(api, null, new ClusterMembers("n1", () -> others, this::answer), new ManualTicker()));
    }

    private FakeExchange sent(String method, String target) throws Exception {
        return sent(FakeExchange.of(method, target));
    }

    @Test
    void theLogOfAllIsAskedForWithTheFiltersOfTheCaller() throws Exception {
        says("n2 GET /log?id=a&status=5xx", 200, "{\"name\":\"n2\",\"lines\":[]}\n");
        FakeExchange answer = sent("GET", "/cluster/log?id=a&status=5xx");
        assertEquals(200, answer.status());
        assertTrue(
                answer.responseText().startsWith("log id=a&status=5xx\n{\"name\":\"n2\",\"lines\":[]}\n"),
                answer.responseText());
    }

    @Test
    void theLogOfThisMemberIsReadOnceThereIsAPlaceToAskTheOthers() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> sent("GET", "/cluster/log?id=a"));
        assertEquals(List.of(), List.copyOf(asked));
    }

    @Test
    void theStatusOfAllNamesThoseWithoutAnAnswerAndWhy() throws Exception {
        others.addAll(List.of(node("n4"), node("n5"), node("n6"), member("f1", NodeRole.FRONT_END, null)));
        says("n2 GET /status", 200, "{\"name\":\"n2\"}\n");
        says("n4 GET /status", 400, "");
        says("n5 GET /status", 421, "");
        says("n6 GET /status", 403, "this needs a token");
        FakeExchange answer = sent("GET", "/cluster/status");
        assertEquals(200, answer.status());
        String silent = "{\"kind\":\"silent\",\"name\":\"%s\",\"state\":\"%s\",\"admin\":\"127.0.0.1:4675\","
                + "\"reason\":\"%s\"}";
        assertEquals(
                List.of(
                        "{\"name\":\"n1\"}",
                        "{\"name\":\"n2\"}",
                        silent.formatted("n3", "silent", "no answer within 2 s"),
                        silent.formatted("n4", "silent", "its version is older, and does not know this request"),
                        silent.formatted("n5", "silent", "it has just restarted; ask again"),
                        silent.formatted("n6", "silent", "it answered 403: this needs a token"),
                        silent.formatted(
                                "f1", "not asked", "it is a front-end, which only its own admin port reaches")),
                answer.responseText().lines().toList());
    }

    @Test
    void aMemberCannotSpeakForOthersInTheStatusOfAll() throws Exception {
        says("n2 GET /status", 200, "{\"name\":\"n2\"}\n{\"name\":\"n3\"}\n");
        String answer = sent("GET", "/cluster/status").responseText();
        assertEquals(3, answer.lines().count(), answer);
        assertTrue(answer.contains("\"name\":\"n2\",\"state\":\"silent\""), answer);
    }

    @Test
    void answersAreBoundedForEachMemberAndInAll() throws Exception {
        sent("GET", "/cluster/status");
        assertTrue(calls.stream().allMatch(call -> call.most() == 4 << 20));
        calls.clear();
        others.clear();
        IntStream.range(0, 200).forEach(i -> others.add(node("m" + i)));
        String answer = sent("GET", "/cluster/status").responseText();
        assertEquals(ClusterMembers.MOST, calls.size());
        assertEquals(16 << 20, calls.stream().mapToInt(Call::most).sum());
        assertEquals(
                200 - ClusterMembers.MOST,
                answer.lines().filter(line -> line.contains("not asked")).count());
    }

    @Test
    void metricsAddUpWithTheNumberOfMembersThatHaveAnswered() throws Exception {
        says("n2 GET /metrics", 200, "# TYPE a counter\na 41\n");
        assertEquals("""
                # TYPE gosling_cluster_members gauge
                gosling_cluster_members{answered="yes"} 2
                gosling_cluster_members{answered="no"} 1
                # TYPE a counter
                a 42.0
                """, sent("GET", "/cluster/metrics").responseText());
    }

    @Test
    void allReloadAndSayWhatCameOfIt() throws Exception {
        says("n2 GET /livez", 200, "alive");
        says("n2 POST /reload", 200, "reloaded: nothing has changed\n");
        FakeExchange answer = sent("POST", "/cluster/reload");
        assertEquals(207, answer.status());
        assertEquals("n1: taken\nn2: reloaded: nothing has changed\nn3: no answer within 2 s\n", answer.responseText());
        others.remove(1);
        assertEquals(200, sent("POST", "/cluster/reload").status());
        says("n2 POST /reload", 202, "another is under way");
        assertEquals(207, sent("POST", "/cluster/reload").status());
        says("n2 POST /reload", 422, "not reloaded");
        assertEquals(422, sent("POST", "/cluster/reload").status());
    }

    @Test
    void aReloadLeavesOutTheFrontEndsThatItsCallerReloads() throws Exception {
        others.clear();
        others.addAll(List.of(member("f1", NodeRole.FRONT_END, null), member("f2", NodeRole.FRONT_END, null)));
        FakeExchange one = sent("POST", "/cluster/reload?except=f1");
        assertEquals(207, one.status());
        assertEquals("n1: taken\nf2: it is a front-end, which only its own admin port reaches\n", one.responseText());
        FakeExchange both = sent("POST", "/cluster/reload?except=f1&except=f2");
        assertEquals(200, both.status());
        assertEquals("n1: taken\n", both.responseText());
    }

    @Test
    void anotherMemberAnswersWithTheRoleOfTheCaller() throws Exception {
        says("n2 GET /livez", 200, "alive");
        says("n2 POST /drain", 207, "left");
        FakeExchange answer = sent("POST", "/drain?member=n2");
        assertEquals(207, answer.status());
        assertEquals("left", answer.responseText());
        assertEquals("text/x", answer.header("Content-Type"));
        Headers headers = calls.stream().toList().getLast().headers();
        assertEquals(new AdminCaller(AdminRole.OPERATE, null, "127.0.0.1:1 through n1"), AdminCaller.named(headers));
    }

    @Test
    void aMemberThatDoesNotAnswerIsNotChanged() throws Exception {
        FakeExchange answer = sent("POST", "/drain?member=n3");
        assertEquals(504, answer.status());
        assertEquals("n3: no answer within 2 s\n", answer.responseText());
        assertEquals(List.of("n3 GET /livez"), List.copyOf(asked));
    }

    @Test
    void thisMemberAnswersByItsNameAndAnUnknownNameIsRefused() throws Exception {
        assertEquals("drained", sent("POST", "/drain?member=n1").responseText());
        FakeExchange unknown = sent("GET", "/status?member=n9");
        assertEquals(404, unknown.status());
        assertEquals("no such member; besides n1 there are [n2, n3]\n", unknown.responseText());
        assertEquals(List.of(), List.copyOf(asked));
    }

    @Test
    void aFrontEndHasTheFirstNodeThatAnswersPurge() throws Exception {
        holder = null;
        says("n3 GET /livez", 200, "alive");
        says("n3 POST /purge", 200, "done");
        FakeExchange answer =
                sent(FakeExchange.post("/purge", "url=%2Fa", "Content-Type", "application/x-www-form-urlencoded"));
        assertEquals("done", answer.responseText());
        assertEquals(List.of("n2 GET /livez", "n3 GET /livez", "n3 POST /purge"), List.copyOf(asked));
        Call purge = calls.stream().toList().getLast();
        assertEquals("url=%2Fa", new String(purge.body(), StandardCharsets.UTF_8));
        assertEquals("application/x-www-form-urlencoded", purge.headers().first("Content-Type"));
        answers.clear();
        FakeExchange none = sent(FakeExchange.post("/purge", "url=%2Fa"));
        assertEquals(503, none.status());
        assertTrue(none.responseText().endsWith("n2: no answer within 2 s\nn3: no answer within 2 s\n"));
        others.clear();
        assertEquals(405, sent("POST", "/purge").status());
    }

    @Test
    void aFrontEndGoesOnWithTheNextNodeWhenOneCannotPurge() throws Exception {
        holder = null;
        others.add(node("n4"));
        for (String name : List.of("n2", "n3", "n4")) {
            says(name + " GET /livez", 200, "alive");
        }
        says("n2 POST /purge", 403, "this needs a token");
        says("n3 POST /purge", 500, "");
        answers.put("n4 POST /purge", new Answer(207, Headers.empty(), new byte[0]));
        FakeExchange answer = sent(FakeExchange.post("/purge", "url=%2Fa"));
        assertEquals(207, answer.status());
        assertEquals("application/octet-stream", answer.header("Content-Type"));
        assertTrue(calls.stream().noneMatch(call -> call.headers().contains("Content-Type")));
        says("n4 POST /purge", 503, "");
        assertTrue(sent(FakeExchange.post("/purge", "url=%2Fa"))
                .responseText()
                .endsWith("n2: it answered 403: this needs a token\n"
                        + "n3: it answered 500: \nn4: it answered 503: \n"));
        says("n2 POST /purge", 400, "no such field");
        assertEquals(400, sent(FakeExchange.post("/purge", "x=1")).status());
    }

    @Test
    void aNodePurgesByItself() throws Exception {
        assertEquals("purged", sent("POST", "/purge").responseText());
        assertEquals(List.of(), List.copyOf(asked));
    }

    @Test
    void aMemberThatLeavesMeanwhileIsNamedWithTheReason() throws Exception {
        ClusterMembers members = new ClusterMembers("n1", () -> others, (to, call) -> {
            throw new IOException("the connection was closed");
        });
        Call call = new Call("GET", "/status", Headers.empty(), new byte[0], ClusterAdmin.DEADLINE, 1);
        assertEquals(
                new ClusterMembers.Reply.Silent(others.getFirst(), "the connection was closed"),
                members.ask(others.getFirst(), call));
    }

    @Test
    void ofTwoMembersWithOneNameTheYoungerIsAskedByName() {
        ClusterMember younger = node("n2");
        others.addFirst(younger);
        Map<String, ClusterMember> named = new ClusterMembers("n1", () -> others, this::answer).named();
        assertEquals(List.of("n2", "n3"), List.copyOf(named.keySet()));
        assertSame(younger, named.get("n2"));
    }

    @Test
    void membersWithOneNameAreAllInTheStatusOfAll() throws Exception {
        others.clear();
        others.addAll(
                List.of(member("f", NodeRole.FRONT_END, null), member("f", NodeRole.FRONT_END, null), node("n1")));
        String answer = sent("GET", "/cluster/status").responseText();
        assertEquals(4, answer.lines().count(), answer);
    }
}
