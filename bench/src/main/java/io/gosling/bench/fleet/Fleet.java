package io.gosling.bench.space;

import io.gosling.bench.process.Launch;
import io.gosling.bench.process.Launcher;
import io.gosling.bench.process.Workplace;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nodes of one cluster, each a process as the launcher starts it; ended by the workplace. Used by one thread. */
final class Fleet {
    private static final Duration START = Duration.ofMinutes(3);
    private static final long LOOK_MILLIS = 100;
    private static final int VOTERS = 3;
    private static final Pattern READY = Pattern.compile("(?m)^ready .*$");
    private static final Pattern HELD = Pattern.compile("\"objects\":(\\d+)");

    /** A node that answers. */
    record Member(String name, Process process, InetSocketAddress http, InetSocketAddress admin, String cluster) {}

    /**
     * How large each node is made.
     *
     * @param heap for {@code -Xmx}
     * @param memory for {@code --memory}
     */
    record Shape(String heap, String memory) {}

    private final Workplace place;
    private final Shape shape;
    private final List<Member> members = new ArrayList<>();

    private Fleet(Workplace place, Shape shape) {
        this.place = place;
        this.shape = shape;
    }

    /** So many nodes with this source, which know and vouch for each other when this returns. */
    static Fleet start(Workplace place, Shape shape, String source, int nodes)
            throws IOException, InterruptedException {
        Fleet fleet = new Fleet(place, shape);
        int voters = nodes < VOTERS ? 1 : VOTERS;
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= voters; i++) {
            names.add("n" + i);
        }
        List<Started> started = new ArrayList<>();
        for (int i = 1; i <= nodes; i++) {
            Started node = fleet.launch("n" + i, source, String.join(",", names), i <= voters);
            if (i == 1) {
                fleet.members.add(fleet.ready(node));
            } else {
                started.add(node);
            }
        }
        for (Started node : started) {
            fleet.members.add(fleet.ready(node));
        }
        fleet.until("all nodes know each other and are vouched for", fleet::isSettled);
        return fleet;
    }

    private record Started(String name, Process process) {}

    private Started launch(String name, String source, String voters, boolean votes) throws IOException {
        Path own = place.directory(name);
        List<String> command = new ArrayList<>(List.of("sh", Launcher.script().toString(), "serve", source));
        command.addAll(List.of("--name", name, "--memory", shape.memory(), "--voters", voters));
        for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
            command.addAll(List.of(port, "0"));
        }
        if (votes) {
            command.addAll(List.of("--voter-file", own.resolve("voter").toString()));
        }
        if (!members.isEmpty()) {
            command.addAll(List.of("--join", members.getFirst().cluster()));
        }
        Map<String, String> environment = Map.of("GOSLING_JVM", "-Xmx" + shape.heap());
        return new Started(name, place.start(name, new Launch(command, environment)));
    }

    private Member ready(Started node) throws IOException, InterruptedException {
        until(node.name() + " answers", () -> !readyLine(node).isEmpty());
        String line = readyLine(node);
        return new Member(
                node.name(), node.process(), address(line, "http"), address(line, "admin"), field(line, "cluster"));
    }

    /** Empty before it was printed. */
    private String readyLine(Started node) {
        try {
            String printed = place.printed(node.name());
            if (!node.process().isAlive()) {
                throw new CommandFailure(ExitCode.FAILURE, node.name() + " has ended:\n" + printed);
            }
            Matcher line = READY.matcher(printed);
            return line.find() ? line.group() : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static String field(String line, String name) {
        Matcher field = Pattern.compile(" " + name + "=(\\S+)").matcher(line);
        if (!field.find()) {
            throw new CommandFailure(ExitCode.FAILURE, "no " + name + " in: " + line);
        }
        return field.group(1);
    }

    private static InetSocketAddress address(String line, String name) {
        String text = field(line, name);
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private boolean isSettled() {
        try {
            for (Member member : members) {
                String status = status(member);
                for (Member other : members) {
                    if (!status.contains("\"name\":\"" + other.name() + "\"")) {
                        return false;
                    }
                }
                if (!status.contains("\"lease\":true")) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String status(Member member) throws IOException {
        try (Connection admin = Connection.open(member.admin())) {
            return admin.admin("GET", "/status");
        }
    }

    /** Objects in memory, of all nodes together. */
    long held() throws IOException {
        long held = 0;
        for (Member member : members) {
            Matcher objects = HELD.matcher(status(member));
            held += objects.find() ? Long.parseLong(objects.group(1)) : 0;
        }
        return held;
    }

    private void until(String what, BooleanSupplier holds) throws InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new CommandFailure(ExitCode.FAILURE, "not within " + START.toSeconds() + " s: " + what);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    List<Member> members() {
        return List.copyOf(members);
    }

    Member member(int index) {
        return members.get(index % members.size());
    }
}
