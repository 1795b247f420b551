package io.gosling.tools.cluster;

import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nodes of one cluster, each a process as the launcher starts it; those that are not closed are ended by the
 * workplace. Used by one thread.
 */
public final class NodeProcesses implements AutoCloseable {
    private static final int VOTERS = 3;

    /** Of the node's status: equal on all nodes while they see the same owners of directory entries. */
    private static final Pattern OWNERS = Pattern.compile("\"owners\":\"([0-9a-f]+)\"");

    private static final Pattern HELD = Pattern.compile("\"objects\":(\\d+)");

    /** A node that answers. */
    public record Member(
            String name,
            Process process,
            ProcessHost host,
            InetSocketAddress http,
            InetSocketAddress admin,
            String cluster) {
        /** Host and port, as front-ends are told of it. */
        public String address() {
            return http.getHostString() + ":" + http.getPort();
        }

        public String admin(String path) throws IOException {
            try (KeepAliveConnection connection = KeepAliveConnection.open(host, admin)) {
                return connection.admin("GET", path);
            }
        }
    }

    /**
     * The parameters with which a node is started.
     *
     * @param more arguments of {@code gosling serve}; a port that they name is not chosen here
     * @param host that it runs on; arguments say at which addresses it is found there
     */
    public record Shape(
            String heap,
            String memory,
            List<String> more,
            List<String> jvm,
            Map<String, String> environment,
            ProcessHost host) {
        public Shape(String heap, String memory, List<String> more, List<String> jvm, Map<String, String> environment) {
            this(heap, memory, more, jvm, environment, ProcessHost.HERE);
        }

        public Shape(String heap, String memory, List<String> more) {
            this(heap, memory, more, List.of(), Map.of());
        }

        public Shape on(ProcessHost other) {
            return new Shape(heap, memory, more, jvm, environment, other);
        }

        public Map<String, String> variables() {
            Map<String, String> variables = new HashMap<>(environment);
            variables.put("GOSLING_JVM", ("-Xmx" + heap + " " + String.join(" ", jvm)).strip());
            return variables;
        }

        /**
         * One that is as fast after seconds as it will be, by the JVM's first compiler alone. A part of a CPU is
         * otherwise spent on the second one for minutes, and what is measured meanwhile is compilation.
         */
        public static Shape steady(String heap, String memory, List<String> more) {
            return new Shape(heap, memory, more, List.of("-XX:TieredStopAtLevel=1"), Map.of());
        }
    }

    private final ProcessWorkspace place;
    private final List<Process> processes = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();

    private NodeProcesses(ProcessWorkspace place) {
        this.place = place;
    }

    /** So many nodes with this source, which know and vouch for each other when this returns. */
    public static NodeProcesses start(ProcessWorkspace place, Shape shape, String source, int nodes)
            throws IOException, InterruptedException {
        return start(place, shape, Collections.nCopies(nodes, source));
    }

    public static NodeProcesses start(ProcessWorkspace place, Shape shape, List<String> sources)
            throws IOException, InterruptedException {
        return start(place, Collections.nCopies(sources.size(), shape), sources);
    }

    public static NodeProcesses start(ProcessWorkspace place, List<Shape> shapes, List<String> sources)
            throws IOException, InterruptedException {
        int nodes = sources.size();
        NodeProcesses launched = new NodeProcesses(place);
        int voters = nodes < VOTERS ? 1 : VOTERS;
        String names = IntStream.rangeClosed(1, voters).mapToObj(i -> "n" + i).collect(Collectors.joining(","));
        List<ReadyProcess> started = new ArrayList<>();
        for (int i = 1; i <= nodes; i++) {
            ReadyProcess node = launched.launch("n" + i, shapes.get(i - 1), sources.get(i - 1), names, i <= voters);
            if (i == 1) {
                launched.members.add(ready(node, shapes.getFirst().host()));
            } else {
                started.add(node);
            }
        }
        for (ReadyProcess node : started) {
            launched.members.add(ready(node, shapes.get(launched.members.size()).host()));
        }
        ReadyProcess.until("all nodes know each other and are vouched for", launched::isFlushed);
        return launched;
    }

    private ReadyProcess launch(String name, Shape shape, String source, String voters, boolean votes)
            throws IOException {
        List<String> command = new ArrayList<>(shape.host().inside());
        command.addAll(List.of("sh", LaunchCommand.script().toString(), "serve", source));
        command.addAll(List.of("--name", name, "--memory", shape.memory(), "--voters", voters));
        for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
            if (!shape.more().contains(port)) {
                command.addAll(List.of(port, "0"));
            }
        }
        if (votes) {
            Path own = Files.createTempDirectory(place.directory(name), "run");
            command.addAll(List.of("--voter-file", own.resolve("voter").toString()));
        }
        if (!members.isEmpty()) {
            command.addAll(List.of("--join", members.getFirst().cluster()));
        }
        command.addAll(shape.more());
        return begin(name, new LaunchCommand(command, shape.variables()));
    }

    private ReadyProcess begin(String name, LaunchCommand launch) throws IOException {
        ReadyProcess process = ReadyProcess.start(place, name, launch);
        processes.add(process.process());
        return process;
    }

    private static Member ready(ReadyProcess node, ProcessHost host) throws IOException, InterruptedException {
        node.await();
        return new Member(
                node.name(), node.process(), host, node.address("http"), node.address("admin"), node.field("cluster"));
    }

    private boolean isFlushed() throws IOException {
        Set<String> owners = new HashSet<>();
        for (Member member : members) {
            String status = member.admin("/status");
            boolean knowsAll = members.stream().allMatch(other -> status.contains("\"name\":\"" + other.name() + "\""));
            if (!knowsAll || !status.contains("\"lease\":true")) {
                return false;
            }
            Matcher seen = OWNERS.matcher(status);
            owners.add(seen.find() ? seen.group(1) : "");
        }
        return owners.size() <= 1;
    }

    public long held() throws IOException {
        long held = 0;
        for (Member member : members) {
            Matcher objects = HELD.matcher(member.admin("/status"));
            held += objects.find() ? Long.parseLong(objects.group(1)) : 0;
        }
        return held;
    }

    /** A front-end with these arguments over all nodes, which ends with them; where it answers clients. */
    public Member dispatch(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("--port", "0"));
        for (Member member : members) {
            command.addAll(List.of("--backend", member.address()));
        }
        command.addAll(arguments);
        ReadyProcess front = dispatch(ProcessHost.HERE, command, Map.of());
        return new Member(
                "front-end", front.process(), ProcessHost.HERE, front.address("http"), front.address("admin"), "");
    }

    /** A front-end or packet dispatcher on a host, without arguments of ours; it ends with the nodes. */
    public ReadyProcess dispatch(ProcessHost host, List<String> arguments, Map<String, String> environment)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(host.inside());
        command.addAll(List.of("sh", LaunchCommand.script().toString(), "dispatch", "--admin-port", "0"));
        command.addAll(arguments);
        ReadyProcess front = begin("front-end", new LaunchCommand(command, environment));
        front.await();
        return front;
    }

    @Override
    public void close() {
        place.kill(processes);
    }

    public List<Member> members() {
        return List.copyOf(members);
    }

    public Member member(int index) {
        return members.get(index % members.size());
    }
}
