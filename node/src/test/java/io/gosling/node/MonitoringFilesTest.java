package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.run.RunningFrontEnd;
import io.gosling.node.run.RunningNode;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.testing.TestSite;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules and the dashboard in config/monitoring, and the metrics of running processes, judged by promtool. */
class MonitoringFilesTest {
    private static final Path FOLDER = Path.of("..", "config", "monitoring");
    private static final Path RULES = FOLDER.resolve("gosling.rules.yaml");
    private static final Path DASHBOARD = FOLDER.resolve("gosling-grafana.json");
    private static final Pattern METRIC =
            Pattern.compile("\\b(?:gosling|http_server|process|jvm|system)_[a-z0-9_]+\\b");

    /** Of the libraries that measure the JVM: the unit in the name is theirs. */
    private static final Pattern OF_THE_JVM = Pattern.compile("(jvm|process|system)_.*");

    @TempDir
    private Path folder;

    private record Outcome(int status, String printed) {}

    private Outcome promtool(String input, String... arguments) throws Exception {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "promtool"))),
                "there is no promtool here: Debian's package prometheus has it");
        Path in = Files.writeString(folder.resolve("in"), input);
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), printed);
    }

    /** The metrics of a node and of a front-end before it, after a request. */
    private List<String> scraped() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        String ports = "port: 0\nadmin-port: 0\nevent-loops: 1\n";
        Path node = Files.writeString(folder.resolve("node.yaml"), "dir: " + site + "\nmemory: 2m\n" + ports);
        try (RunningNode behind = RunningNode.start(YamlConfigurationReader.read(node, NodeSettings.ALL))) {
            Path before = Files.writeString(
                    folder.resolve("front-end.yaml"),
                    "backend: ['" + behind.readyLine().get("http") + "']\n" + ports);
            try (RunningFrontEnd frontEnd =
                    RunningFrontEnd.start(YamlConfigurationReader.read(before, DispatchSettings.ALL))) {
                assertEquals(
                        200, TestSite.get(frontEnd.readyLine().get("http"), "/").statusCode());
                return List.of(
                        TestSite.text(behind.readyLine().get("admin"), "/metrics"),
                        TestSite.text(frontEnd.readyLine().get("admin"), "/metrics"));
            }
        }
    }

    @Test
    void promtoolHasNothingToSayAboutTheMetrics() throws Exception {
        for (String metrics : scraped()) {
            Outcome outcome = promtool(metrics, "check", "metrics");
            List<String> ofOurs = outcome.printed()
                    .lines()
                    .filter(line -> !OF_THE_JVM.matcher(line).matches())
                    .toList();
            assertEquals(List.of(), ofOurs);
            assertTrue(outcome.status() == 0 || outcome.status() == 3, outcome.toString());
        }
    }

    @Test
    void promtoolAcceptsTheRulesAndTheQueriesOfTheDashboard() throws Exception {
        Outcome rules = promtool("", "check", "rules", RULES.toString());
        assertEquals(0, rules.status(), rules.printed());
        StringBuilder queries = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        int count = 0;
        for (String query : queries()) {
            String plain = query.replace("$__rate_interval", "1m").replace("$job", "gosling");
            queries.append("      - {record: query:" + count++ + ", expr: '" + plain.replace("'", "''") + "'}\n");
        }
        Path file = Files.writeString(folder.resolve("queries.yaml"), queries);
        Outcome dashboard = promtool("", "check", "rules", file.toString());
        assertEquals(0, dashboard.status(), dashboard.printed());
        assertTrue(dashboard.printed().contains(count + " rules found"), dashboard.printed());
    }

    @Test
    void promtoolComputesTheHitRatioAndRaisesAlerts() throws Exception {
        Path tests = Files.writeString(folder.resolve("tests.yaml"), """
                rule_files: ['%s']
                evaluation_interval: 1m
                tests:
                  - interval: 1m
                    input_series:
                      - {series: 'gosling_requests_total{job="g",instance="a",from="local-memory"}', values: '0+60x20'}
                      - {series: 'gosling_requests_total{job="g",instance="a",from="peer-memory"}', values: '0+30x20'}
                      - {series: 'gosling_requests_total{job="g",instance="a",from="origin"}', values: '0+10x20'}
                      - {series: 'gosling_requests_total{job="g",instance="a",from="generated"}', values: '0+500x20'}
                      - {series: 'gosling_lease{job="g",instance="a"}', values: '1x10 0x10'}
                      - {series: 'gosling_responses_total{job="g",instance="a",status="2xx"}', values: '0+95x20'}
                      - {series: 'gosling_responses_total{job="g",instance="a",status="5xx"}', values: '0+5x20'}
                    promql_expr_test:
                      - expr: round(100 * job:gosling_hit_ratio:rate5m)
                        eval_time: 10m
                        exp_samples: [{labels: '{job="g"}', value: 90}]
                    alert_rule_test:
                      - {alertname: GoslingNoLease, eval_time: 10m}
                      - alertname: GoslingNoLease
                        eval_time: 14m
                        exp_alerts:
                          - exp_labels: {severity: critical, job: g, instance: a}
                            exp_annotations:
                              summary: a has no lease, and asks its sources before each answer
                              action: A quorum of voters does not hear it; gosling status names those that are missing.
                      - alertname: GoslingServerErrors
                        eval_time: 15m
                        exp_alerts:
                          - exp_labels: {severity: critical, job: g}
                            exp_annotations:
                              summary: 5%% of the responses of g have a status of 5xx
                              action: gosling log status=5xx shows them; gosling status names silent members.
                """.formatted(RULES.toAbsolutePath()));
        Outcome outcome = promtool("", "test", "rules", tests.toString());
        assertEquals(0, outcome.status(), outcome.printed());
    }

    @Test
    void everyMetricInRulesAndDashboardExists() throws Exception {
        Set<String> there = metrics(Files.readString(Path.of("..", "docs", "metrics.md")));
        scraped().forEach(text -> there.addAll(metrics(text)));
        Set<String> used = metrics(String.join("\n", queries()));
        for (Map<?, ?> rule : rules()) {
            used.addAll(metrics(StatusReport.text(rule, "expr")));
        }
        assertTrue(used.size() > 20, used.toString());
        // Recorded ones begin with what they are summed by.
        used.removeAll(Set.of("gosling_hit_ratio", "gosling_server_errors"));
        used.removeAll(there);
        assertEquals(Set.of(), used);
    }

    @Test
    void everyAlertSaysWhatItMeansAndWhatToDo() throws Exception {
        List<Map<?, ?>> alerts =
                rules().stream().filter(rule -> rule.get("alert") != null).toList();
        assertTrue(alerts.size() >= 10, alerts.toString());
        for (Map<?, ?> alert : alerts) {
            Map<?, ?> said = StatusReport.map(alert, "annotations");
            assertTrue(said.get("summary") instanceof String && said.get("action") instanceof String, alert.toString());
            assertTrue(Set.of("warning", "critical")
                    .contains(StatusReport.text(StatusReport.map(alert, "labels"), "severity")));
        }
    }

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Map<?, ?>> rules() throws IOException {
        return StatusReport.list(AdminClient.parse(Files.readString(RULES)), "groups").stream()
                .flatMap(group -> StatusReport.list(group, "rules").stream())
                .toList();
    }

    private static List<String> queries() throws IOException {
        List<String> queries = StatusReport.list(AdminClient.parse(Files.readString(DASHBOARD)), "panels").stream()
                .flatMap(panel -> StatusReport.list(panel, "targets").stream())
                .map(target -> StatusReport.text(target, "expr"))
                .toList();
        assertTrue(queries.size() > 20, queries.toString());
        return queries;
    }
}
