package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/metrics.md lists the metrics that a real node and a real front-end give, and no other. */
class MetricsIT {
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)(?:\\{[a-z,]+})?`");
    private static final Pattern WORD = Pattern.compile("`([a-z0-9-]+)`");

    @TempDir
    private Path site;

    @TempDir
    private Path logs;

    @Test
    void everyMetricIsInTheTablesAndEveryRowIsAMetric() throws Exception {
        try (RunningProcess node =
                RunningProcess.gosling(RunningProcess.serve(TestSite.make(site), "--access-log", log("node")))) {
            ReadyLine ready = node.ready();
            String backend = ready.get("http");
            Path routes =
                    Files.writeString(logs.resolve("routes.yaml"), "routes: [{path: /images/**, pool: images}]\n");
            try (RunningProcess frontEnd = RunningProcess.gosling(RunningProcess.dispatch(
                    backend, "--access-log", log("front-end"), "--config", routes.toString()))) {
                ReadyLine front = frontEnd.ready();
                assertEquals(200, TestSite.get(front.get("http"), "/").statusCode());
                String ofNode = TestSite.text(ready.get("admin"), "/metrics");
                String ofFrontEnd = TestSite.text(front.get("admin"), "/metrics");
                Set<String> ofNodes = own(ofNode);
                ofNodes.addAll(own(beforeAnOriginWithADisk(backend)));
                String ofServer = inAGroup();
                ofNodes.addAll(own(ofServer));
                assertEquals(documented("Nodes:"), ofNodes);
                Set<String> ofFrontEnds = own(ofFrontEnd);
                ofFrontEnds.addAll(own(handingOver(backend)));
                assertEquals(documented("Front-ends:"), ofFrontEnds);
                assertLabels(ofNode, "gosling_requests_total", row("gosling_requests_total"));
                assertLabels(ofFrontEnd, "gosling_relayed_requests_total", row("gosling_relayed_requests_total"));
                assertLabels(ofNode, "gosling_access_log_lines_total", row("gosling_access_log_lines_total"));
                assertLabels(ofNode, "gosling_space_events_total", events());
                assertLabels(ofServer, "gosling_replication_events_total", row("gosling_replication_events_total"));
                assertLabels(ofNode, "gosling_repository_events_total", row("gosling_repository_events_total"));
            }
        }
    }

    /** The metrics of a node with an origin and a disk tier. */
    private String beforeAnOriginWithADisk(String origin) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("serve", "http://" + origin + "/", "--memory", "16m"));
        for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
            arguments.addAll(List.of(port, "0"));
        }
        arguments.addAll(List.of("--disk-path", logs.resolve("disk").toString(), "--disk-bytes", "16m"));
        try (RunningProcess node = RunningProcess.gosling(arguments.toArray(String[]::new))) {
            return TestSite.text(node.ready().get("admin"), "/metrics");
        }
    }

    /** The metrics of a front-end with handoff and no links yet. */
    private String handingOver(String backend) throws Exception {
        String meeting = Files.createTempDirectory(logs, "meeting").toString();
        try (RunningProcess frontEnd = RunningProcess.gosling(
                RunningProcess.dispatch(backend, "--forwarding", "handoff-local", "--handoff-directory", meeting))) {
            return TestSite.text(frontEnd.ready().get("admin"), "/metrics");
        }
    }

    /** The metrics of a server whose peer is missing. */
    private String inAGroup() throws Exception {
        Path secret = Files.writeString(logs.resolve("secret"), "a secret of sixteen letters and more");
        try (RunningProcess server = RunningProcess.gosling(RunningProcess.serve(
                site,
                "--replication-address",
                "http://127.0.0.1:8080",
                "--replication-backend",
                "http://127.0.0.1:1",
                "--replication-secret-file",
                secret.toString()))) {
            return TestSite.text(server.ready().get("admin"), "/metrics");
        }
    }

    private String log(String of) {
        return logs.resolve(of + ".log").toString();
    }

    /** Names of ours; those of the JVM, the process and the system are documented by their prefixes. */
    private static Set<String> own(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .filter(name -> !name.matches("(jvm|process|system)_.*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> documented(String title) throws IOException {
        return cells(table(title)).stream()
                .flatMap(cell -> NAME.matcher(cell).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> row(String name) throws IOException {
        String line = page().lines()
                .filter(row -> row.startsWith("| `" + name + "{"))
                .findFirst()
                .orElseThrow();
        String meaning = line.substring(line.indexOf('|', 1));
        return words(meaning);
    }

    private static Set<String> events() throws IOException {
        Set<String> events = new TreeSet<>();
        for (String cell : cells(table("| event |"))) {
            events.addAll(words(cell));
        }
        assertEquals(ObjectSpaceStatistics.Event.values().length, events.size());
        return events;
    }

    private static Set<String> words(String text) {
        return WORD.matcher(text).results().map(word -> word.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Of a metric with one label. */
    private static void assertLabels(String metrics, String name, Set<String> documented) {
        Set<String> values = Pattern.compile("^" + name + "\\{[a-z]+=\"([^\"]*)\"", Pattern.MULTILINE)
                .matcher(metrics)
                .results()
                .map((MatchResult value) -> value.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(!values.isEmpty(), name);
        assertEquals(documented, values);
    }

    /** The rows of the first table at or after a line. */
    private static List<String> table(String title) throws IOException {
        return page().lines()
                .dropWhile(line -> !line.startsWith(title))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .toList();
    }

    private static List<String> cells(List<String> rows) {
        return rows.stream().map(row -> row.split("\\|")[1]).toList();
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "metrics.md"));
    }
}
