package io.gosling.node.admin;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.peer.MemberClient;
import io.gosling.gos.peer.MemberClient.Answer;
import io.gosling.gos.peer.MemberClient.Call;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The other members of the cluster, as the admin port reaches them: nodes at their peer ports. Safe for use by many
 * threads, which block up to the deadline of a request.
 *
 * @param self the name of this member
 * @param all the other members; of two with one name, as after a restart, the younger first
 */
public record ClusterMembers(String self, Supplier<List<ClusterMember>> all, Sender sender) {
    /** Members that are asked at a time. */
    static final int MOST = 128;

    private static final String NOT_ASKED = "not asked";

    /** Sends a request to a node: {@link MemberClient#send}. */
    @FunctionalInterface
    public interface Sender {
        Answer send(ClusterMember to, Call call) throws IOException;
    }

    /** The outcome of a request to another member. */
    sealed interface Reply {
        record Answered(ClusterMember member, Answer answer) implements Reply {}

        /** @param state {@code silent} or {@code not asked} */
        record Silent(ClusterMember member, String state, String reason) implements Reply {
            Silent(ClusterMember member, String reason) {
                this(member, "silent", reason);
            }
        }
    }

    /** Of a process that is in no cluster. */
    public static ClusterMembers none(String self) {
        return new ClusterMembers(self, List::of, (to, call) -> {
            throw new IOException("there is no cluster");
        });
    }

    /** The other members by name, of two with one name the younger. */
    Map<String, ClusterMember> named() {
        Map<String, ClusterMember> named = new LinkedHashMap<>();
        all.get().forEach(member -> named.putIfAbsent(member.name(), member));
        return named;
    }

    Reply ask(ClusterMember to, Call call) {
        if (to.peer() == null) {
            return new Reply.Silent(to, NOT_ASKED, "it is a front-end, which only its own admin port reaches");
        }
        try {
            Answer answer = sender.send(to, call);
            return switch (answer.status()) {
                case 421 -> new Reply.Silent(to, "it has just restarted; ask again");
                // A node answers so to a path that it does not know; all other refusals have a text.
                case 400 ->
                    answer.body().length == 0
                            ? new Reply.Silent(to, "its version is older, and does not know this request")
                            : new Reply.Answered(to, answer);
                default -> new Reply.Answered(to, answer);
            };
        } catch (SocketTimeoutException e) {
            return new Reply.Silent(to, "no answer within " + call.within().toSeconds() + " s");
        } catch (IOException e) {
            return new Reply.Silent(to, String.valueOf(e.getMessage()));
        }
    }

    /** Asks all others at the same time, each on a thread of its own; their replies in the order of the members. */
    List<Reply> askAll(Function<ClusterMember, Reply> question) throws InterruptedException {
        List<ClusterMember> others = all.get();
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("gosling-members").factory())) {
            List<Future<Reply>> asked = others.stream()
                    .limit(MOST)
                    .map(member -> threads.submit(() -> question.apply(member)))
                    .toList();
            for (Future<Reply> each : asked) {
                replies.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a member could not be asked", e.getCause());
        }
        others.stream()
                .skip(MOST)
                .forEach(member -> replies.add(
                        new Reply.Silent(member, NOT_ASKED, "no more than " + MOST + " are asked at a time")));
        return replies;
    }
}
