package io.gosling.node.admin;

import io.gosling.common.JsonWriter;
import io.gosling.document.Body;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.peer.MemberClient.Answer;
import io.gosling.gos.peer.MemberClient.Call;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.admin.ClusterMembers.Reply;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The part of the admin API that concerns other members: the routes below {@code /cluster/}, routes with {@code
 * ?member=NAME}, and a purge that a front-end receives. Other requests are answered by this process. Requests from
 * other members do not come here, so that none goes round. Safe for use by many threads, which block.
 */
final class ClusterAdmin {
    /** The deadline for a member's answer; all are asked at the same time. */
    static final Duration DEADLINE = Duration.ofSeconds(2);

    private static final Duration RELOAD = Duration.ofSeconds(30);
    /** Longer than a purge takes with the longest lease. */
    private static final Duration PURGE = Duration.ofSeconds(135);
    /** Longer than a drain takes with the longest settings. */
    private static final Duration DRAIN = Duration.ofMinutes(150);

    /** Bytes of an answer. */
    private static final int MOST_ANSWER = 4 << 20;
    /** Bytes of the answers of all members together, which a request to all may hold. */
    private static final int MOST_ANSWERS = 16 << 20;
    /** Requests to all members at a time, besides one reload. */
    private static final int AT_A_TIME = 2;

    private static final int MOST_FORM = 512 << 10;
    private static final int MOST_QUOTED = 200;

    private final AdminApiHandler api;
    private final ClusterMembers members;
    private final Semaphore places = new Semaphore(AT_A_TIME);
    private final Semaphore reloading = new Semaphore(1);

    ClusterAdmin(AdminApiHandler api, ClusterMembers members) {
        this.api = api;
        this.members = members;
    }

    /** Answers a request whose caller may use the route. */
    Response answer(AdminCaller caller, AdminRoute route, Request request) throws Exception {
        return switch (route) {
            case CLUSTER_STATUS -> lines(AdminRoute.STATUS, caller, request, "");
            case CLUSTER_EXPLAIN -> lines(AdminRoute.EXPLAIN, caller, request, "?" + request.rawQuery());
            case CLUSTER_LOG -> lines(AdminRoute.LOG, caller, request, "?" + request.rawQuery());
            case CLUSTER_METRICS ->
                ofAll(places, () -> sums(members.askAll(to -> members.ask(to, call(AdminRoute.METRICS, caller)))));
            case CLUSTER_RELOAD -> {
                List<String> except = request.query().all("except");
                Call call = call(AdminRoute.RELOAD, caller);
                yield ofAll(reloading, () -> reloads(members.askAll(to -> change(to, call, caller)), except));
            }
            default -> {
                if (route == AdminRoute.PURGE
                        && api.holder() == null
                        && !members.all().get().isEmpty()) {
                    yield purge(caller, request);
                }
                String name = route.isOfMember() ? request.query().first("member") : null;
                yield name == null || name.equals(members.self())
                        ? api.answer(route, request)
                        : ofMember(name, route, caller, request.rawQuery());
            }
        };
    }

    private Call call(AdminRoute route, AdminCaller caller) {
        return call(route, caller, "");
    }

    private Call call(AdminRoute route, AdminCaller caller, String query) {
        Duration within = switch (route) {
            case RELOAD -> RELOAD;
            case DRAIN -> DRAIN;
            default -> DEADLINE;
        };
        int asked = Math.clamp(members.all().get().size(), 1, ClusterMembers.MOST);
        int most = Math.min(MOST_ANSWER, MOST_ANSWERS / asked);
        return new Call(
                route.method(), route.path() + query, caller.headers(members.self()), new byte[0], within, most);
    }

    /** Asks whether the member answers at all before a request that may take long. */
    private Reply change(ClusterMember to, Call call, AdminCaller caller) {
        Reply alive = members.ask(to, call(AdminRoute.LIVEZ, caller));
        return alive instanceof Reply.Answered ? members.ask(to, call) : alive;
    }

    private static Response ofAll(Semaphore limit, Callable<Response> questions) throws Exception {
        if (!limit.tryAcquire(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
            return text(503, "too many requests to all members at a time\n")
                    .with("Retry-After", Long.toString(DEADLINE.toSeconds()));
        }
        try {
            return questions.call().with("Cache-Control", "no-store");
        } finally {
            limit.release();
        }
    }

    private Response ofMember(String name, AdminRoute route, AdminCaller caller, String query) {
        Map<String, ClusterMember> named = members.named();
        ClusterMember to = named.get(name);
        if (to == null) {
            return text(404, "no such member; besides " + members.self() + " there are " + named.keySet() + "\n");
        }
        boolean asks = route == AdminRoute.EXPLAIN || route == AdminRoute.LOG;
        Call call = call(route, caller, asks ? "?" + query : "");
        return passOn(route.isChange() ? change(to, call, caller) : members.ask(to, call));
    }

    /** Has the first node that can do it purge the cluster; asking a second one to repeat it does no harm. */
    private Response purge(AdminCaller caller, Request request) throws IOException {
        byte[] form = request.body().readNBytes(MOST_FORM + 1);
        if (form.length > MOST_FORM) {
            return text(413, "a form of more than " + MOST_FORM + " bytes; purge in parts\n");
        }
        Headers headers = caller.headers(members.self());
        String type = request.headers().first("Content-Type");
        headers = type == null ? headers : headers.plus("Content-Type", type);
        Call call = new Call("POST", AdminRoute.PURGE.path(), headers, form, PURGE, MOST_ANSWER);
        StringBuilder silent = new StringBuilder();
        for (ClusterMember member : members.all().get()) {
            Reply reply = change(member, call, caller);
            if (!(reply instanceof Reply.Answered given)) {
                silent.append(lines(reply));
            } else if (given.answer().status() == 403 || given.answer().status() >= 500) {
                silent.append(lines(refused(given)));
            } else {
                return passOn(reply);
            }
        }
        return text(503, "this process holds nothing, and no node of its cluster has purged:\n" + silent);
    }

    private static Response passOn(Reply reply) {
        return switch (reply) {
            case Reply.Answered given -> {
                String type = given.answer().headers().first("Content-Type");
                yield Response.bytes(
                                type == null ? "application/octet-stream" : type,
                                given.answer().body())
                        .withStatus(given.answer().status())
                        .with("Cache-Control", "no-store");
            }
            case Reply.Silent silent -> text(504, lines(silent));
        };
    }

    /**
     * A line for each member: that of this process, and of each other one its own or an object that says why there is
     * none. This process answers once there is a place, since the answer of its log takes the lines away.
     */
    private Response lines(AdminRoute route, AdminCaller caller, Request request, String query) throws Exception {
        Call call = call(route, caller, query);
        return ofAll(places, () -> {
            Response own = api.answer(route, request);
            if (own.status() != 200) {
                return own;
            }
            String others = members.askAll(to -> members.ask(to, call)).stream()
                    .map(ClusterAdmin::status)
                    .collect(Collectors.joining());
            return Response.bytes("application/x-ndjson", (text(own) + others).getBytes(StandardCharsets.UTF_8));
        });
    }

    private static String text(Response response) {
        try (Body body = response.body()) {
            return body instanceof Body.InMemory text ? text.bytes().toString(StandardCharsets.UTF_8) : "";
        }
    }

    private static String status(Reply reply) {
        return switch (reply) {
            case Reply.Answered given -> {
                String text = body(given.answer());
                yield given.answer().status() == 200 && text.lines().count() == 1
                        ? text + "\n"
                        : status(refused(given));
            }
            case Reply.Silent silent -> {
                InetSocketAddress admin = silent.member().admin();
                yield JsonWriter.write(JsonWriter.object(
                                "kind", "silent",
                                "name", silent.member().name(),
                                "state", silent.state(),
                                "admin",
                                        admin == null ? "-" : HostPort.of(admin).toString(),
                                "reason", silent.reason()))
                        + "\n";
            }
        };
    }

    private static Reply refused(Reply.Answered given) {
        String text = body(given.answer());
        String quoted = text.substring(0, Math.min(text.length(), MOST_QUOTED));
        return new Reply.Silent(given.member(), "it answered " + given.answer().status() + ": " + quoted);
    }

    /** The sums of the metrics of this process and of those that have answered, and the number of each kind. */
    private Response sums(List<Reply> replies) {
        MetricsSum sum = new MetricsSum();
        sum.add(api.metrics().get());
        int answered = 1;
        for (Reply reply : replies) {
            if (reply instanceof Reply.Answered given && given.answer().status() == 200) {
                sum.add(body(given.answer()));
                answered++;
            }
        }
        String text = "# TYPE gosling_cluster_members gauge\n"
                + "gosling_cluster_members{answered=\"yes\"} " + answered + "\n"
                + "gosling_cluster_members{answered=\"no\"} " + (1 + replies.size() - answered) + "\n" + sum.text();
        return Response.bytes(AdminApiHandler.METRICS, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reloads this process as well; 422 if a configuration is wrong, otherwise 207 if a member has not taken its own.
     *
     * @param except the names of front-ends that the caller reloads at their own admin ports
     */
    private Response reloads(List<Reply> replies, List<String> except) {
        List<Reply> counted =
                replies.stream().filter(reply -> !isApart(reply, except)).toList();
        Response own = api.reload().get();
        List<Integer> statuses = new ArrayList<>(List.of(own.status()));
        counted.forEach(reply -> statuses.add(
                reply instanceof Reply.Answered given ? given.answer().status() : 504));
        String others = counted.stream().map(ClusterAdmin::lines).collect(Collectors.joining());
        boolean all = statuses.stream().allMatch(status -> status == 200);
        int status = statuses.contains(422) ? 422 : all ? 200 : 207;
        return text(status, lines(members.self(), text(own)) + others);
    }

    private static boolean isApart(Reply reply, List<String> except) {
        return reply instanceof Reply.Silent silent
                && silent.member().peer() == null
                && except.contains(silent.member().name());
    }

    private static String lines(Reply reply) {
        return switch (reply) {
            case Reply.Silent silent -> lines(silent.member().name(), silent.reason());
            case Reply.Answered given -> lines(given.member().name(), body(given.answer()));
        };
    }

    private static String lines(String name, String text) {
        return text.lines().map(line -> name + ": " + line + "\n").collect(Collectors.joining());
    }

    private static String body(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8).strip();
    }

    private static Response text(int status, String text) {
        return Response.text(text).withStatus(status).with("Cache-Control", "no-store");
    }
}
