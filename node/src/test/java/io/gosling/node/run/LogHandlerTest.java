package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests are followed through the admin port of any member, without an access log. */
class LogHandlerTest {
    @TempDir
    private Path folder;

    private RunningNode node(String name, String more) throws Exception {
        Path site = folder.resolve("site");
        if (!Files.exists(site)) {
            TestSite.make(Files.createDirectory(site));
        }
        Path configuration = Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                dir: %s
                port: 0
                admin-port: 0
                peer-port: 0
                cluster-port: 0
                memory: 2m
                event-loops: 1
                %s
                """.formatted(name, site, more));
        return RunningNode.start(YamlConfigurationReader.read(configuration, NodeSettings.ALL));
    }

    private static String text(String admin, String query) {
        try {
            return TestSite.text(admin, query);
        } catch (Exception e) {
            throw new AssertionError(query, e);
        }
    }

    /** The member and the target of each request. */
    private static List<String> asked(String admin, String query) {
        List<String> seen = new ArrayList<>();
        for (String line : text(admin, query).lines().toList()) {
            try {
                Map<?, ?> member = AdminClient.parse(line);
                String name = StatusReport.text(member, "name");
                StatusReport.list(member, "lines")
                        .forEach(request -> seen.add(name + " " + StatusReport.text(request, "target")));
            } catch (IOException e) {
                throw new AssertionError(line, e);
            }
        }
        return seen;
    }

    @Test
    void aMemberGivesItsRequestsAndThoseOfTheOthers() throws Exception {
        try (RunningNode n1 = node("n1", "");
                RunningNode n2 = node("n2", "join: ['" + n1.readyLine().get("cluster") + "']")) {
            String admin = n1.readyLine().get("admin");
            Eventually.that("n2 is a member", () -> text(admin, "/status").contains("\"name\":\"n2\""));
            String query = "/cluster/log?id=a&url=/ind*";
            asked(admin, query);
            assertEquals(
                    200,
                    TestSite.get(n1.readyLine().get("http"), "/index.html?1").statusCode());
            assertEquals(
                    404, TestSite.get(n2.readyLine().get("http"), "/absent").statusCode());
            assertEquals(
                    200,
                    TestSite.get(n2.readyLine().get("http"), "/index.html?2").statusCode());
            TreeSet<String> seen = new TreeSet<>();
            Eventually.that("both requests", () -> {
                seen.addAll(asked(admin, query));
                return seen.size() >= 2;
            });
            assertEquals(new TreeSet<>(List.of("n1 /index.html?1", "n2 /index.html?2")), seen);
        }
    }

    @Test
    void aQuestionThatIsWrongIsRefusedWithWhatIsExpected() throws Exception {
        try (RunningNode node = node("n1", "")) {
            String admin = node.readyLine().get("admin");
            List<String> wrong =
                    List.of("", "?id=", "?id=a%20b", "?id=a&agent=curl", "?id=a&slower=late", "?id=a&url=/a&url=/b");
            for (String query : wrong) {
                HttpResponse<byte[]> refused = TestSite.get(admin, "/log" + query);
                assertEquals(400, refused.statusCode(), query);
                String why = new String(refused.body(), StandardCharsets.UTF_8);
                assertTrue(why.contains("expected "), why);
            }
            try (RecordedLog log = new RecordedLog()) {
                for (int i = 0; i < 4; i++) {
                    assertEquals(200, TestSite.get(admin, "/log?id=a" + i).statusCode());
                    assertEquals(200, TestSite.get(admin, "/log?id=a" + i).statusCode());
                }
                List<String> lines = log.messages(Level.INFO).stream()
                        .filter(line -> line.startsWith("admin: GET /log"))
                        .toList();
                assertEquals(4, lines.size(), lines.toString());
                assertTrue(lines.getFirst().startsWith("admin: GET /log?id=a0 by loopback from 127.0.0.1:"));
            }
            assertEquals(503, TestSite.get(admin, "/log?id=more").statusCode());
        }
    }
}
