package io.gosling.bench.cluster;

import io.gosling.node.process.PortBinder;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.cluster.ReadyProcess;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers of a replica set, each a process as the launcher starts it, with the same site and no cluster; those that
 * are not closed are ended by the workplace. Used by one thread.
 */
public record ReplicaSetProcesses(ProcessWorkspace place, List<NodeProcesses.Member> members) implements AutoCloseable {
    /** Settings with which it decides quickly, and gives pages away too, as its paper does. */
    public static final List<String> EAGER =
            List.of("idle: 1", "round: 500ms", "per-round: 200", "documents: on", "page-age: 1s");

    private static final String SECRET = "a secret of sixteen letters and more";

    /** They have heard of each other when this returns; the settings are lines of the section {@code replication}. */
    public static ReplicaSetProcesses start(
            ProcessWorkspace place, Path site, List<NodeProcesses.Shape> shapes, List<String> settings)
            throws IOException, InterruptedException {
        int servers = shapes.size();
        Path folder = Files.createTempDirectory(place.directory("groups"), "group");
        Path secret = Files.writeString(folder.resolve("secret"), SECRET);
        Path configuration = Files.writeString(
                folder.resolve("node.yaml"),
                settings.stream()
                        .map(line -> "  " + line + "\n")
                        .collect(Collectors.joining("", "replication:\n", "")));
        // A port that is free here is free on a host that was made a moment ago.
        List<Integer> ports = PortBinder.free(InetAddress.getLoopbackAddress(), servers);
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            urls.add("http://" + shapes.get(i).host().address() + ":" + ports.get(i));
        }
        List<NodeProcesses.Member> members = new ArrayList<>();
        List<ReadyProcess> started = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            String name = "g" + (i + 1);
            NodeProcesses.Shape shape = shapes.get(i);
            Path copies = Files.createDirectory(folder.resolve("copies-" + name));
            List<String> command = new ArrayList<>(shape.host().inside());
            command.addAll(LaunchCommand.of(
                            "sh",
                            LaunchCommand.script(),
                            "serve",
                            site,
                            "--config",
                            configuration,
                            "--name " + name + " --memory " + shape.memory() + " --port " + ports.get(i),
                            "--host " + shape.host().address() + " --cluster-host 127.0.0.1 --admin-port 0",
                            "--replication-address " + urls.get(i),
                            "--replication-backend " + String.join(",", urls) + " --replication-secret-file",
                            secret,
                            "--replication-import-path",
                            copies)
                    .command());
            command.addAll(shape.more());
            started.add(ReadyProcess.start(place, name, new LaunchCommand(command, shape.variables())));
        }
        for (ReadyProcess server : started) {
            server.await();
            ProcessHost host = shapes.get(members.size()).host();
            members.add(new NodeProcesses.Member(
                    server.name(), server.process(), host, server.address("http"), server.address("admin"), ""));
        }
        ReadyProcess.until("all servers have heard each other", () -> hearEachOther(members));
        return new ReplicaSetProcesses(place, List.copyOf(members));
    }

    private static boolean hearEachOther(List<NodeProcesses.Member> members) throws IOException {
        for (NodeProcesses.Member member : members) {
            if (member.admin("/status").contains("\"state\":\"silent\"")) {
                return false;
            }
        }
        return true;
    }

    public InetSocketAddress home() {
        return members.getFirst().http();
    }

    @Override
    public void close() {
        place.kill(members.stream().map(NodeProcesses.Member::process).toList());
    }
}
