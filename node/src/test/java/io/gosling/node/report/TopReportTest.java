package io.gosling.node.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.report.MemberAdminPorts.Silence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopReportTest {
    private static String node(String name, int own, int peer, int disk, double cpu) {
        return """
                {"kind":"node","name":"%s","state":"ready","load":{"connections":3,"cpu_seconds":%s},
                 "memory":{"bytes":1048576,"budget":67108864},
                 "requests":{"total":%d,"from":{"local-memory":%d,"peer-memory":%d,"local-disk":%d,"error":10}},
                 "hottest":[{"path":"http://shop/a","agac":9.5,"home":"n1","holders":["n1"]},
                            {"path":"/b","agac":4.0,"home":"n1","holders":[]}]}
                """.formatted(name, cpu, own + peer + disk + 10, own, peer, disk);
    }

    private static String frontEnd(int requests) {
        return """
                {"kind":"front-end","name":"f","state":"ready","load":{"connections":5},
                 "requests":{"total":%d},
                 "backends":[{"name":"n1","state":"ready","health":"healthy","load":2,"requests":%d,"failures":0,
                              "labels":["images"]},
                             {"name":"n2","state":"ready","health":"ejected","load":0,"requests":1,"failures":1,
                              "labels":[]}]}""".formatted(requests, requests);
    }

    private static ClusterStatus cluster(int seconds, String... members) throws IOException {
        List<Map<?, ?>> statuses = new ArrayList<>();
        for (String member : members) {
            statuses.add(AdminClient.parse(member.replaceFirst("\\{", "{\"uptime_seconds\":" + seconds + ",")));
        }
        return new ClusterStatus(statuses, Map.of("n9", new Silence("silent", "-", "no answer\033 within 2 s")), 0);
    }

    private static StatusInterval interval() throws IOException {
        return new StatusInterval(
                cluster(5, node("n1", 0, 0, 0, 1), node("n2", 100, 0, 0, 1), frontEnd(0)),
                cluster(7, node("n1", 60, 20, 20, 2), node("n2", 700, 0, 0, 1), frontEnd(50), node("n3", 5, 5, 5, 9)));
    }

    private static String view(char order, @Nullable String site, @Nullable String pool) throws IOException {
        return new TopReport(order, site, pool).write(interval());
    }

    private static List<String> firstWords(String view, String before, int count) {
        return view.lines()
                .dropWhile(line -> !line.startsWith(before))
                .skip(1)
                .limit(count)
                .map(line -> line.split(" ")[0])
                .toList();
    }

    @Test
    void ratesAreThoseOfTheIntervalAndSharesThoseOfTheRequests() throws IOException {
        String view = view('n', null, null);
        List<String> lines = view.lines().toList();
        assertEquals(StatusInterval.TITLE, lines.getFirst());
        assertTrue(lines.get(1).endsWith("        4       350.0      97.1%            10.0       0.0"), lines.get(1));
        String n1 =
                view.lines().filter(line -> line.startsWith("n1 ")).findFirst().orElseThrow();
        String shares = "60\\.0% +20\\.0% +20\\.0% +80\\.0% +50\\.0%";
        assertTrue(n1.matches("n1 +node +ready +50\\.0 +" + shares + " +1\\.0 MiB +64\\.0 MiB +3"), n1);
        String young =
                view.lines().filter(line -> line.startsWith("n3 ")).findFirst().orElseThrow();
        assertTrue(young.matches("n3 +node +ready +- +- +- +- +- +- +1\\.0 MiB +64\\.0 MiB +3"), young);
        assertTrue(view.contains("\nn9: silent: no answer\\x1B within 2 s\n"), view);
    }

    @Test
    void aMemberThatHasRestartedHasNoRates() throws IOException {
        StatusInterval restart =
                new StatusInterval(cluster(90, node("n1", 900, 0, 0, 9)), cluster(3, node("n1", 30, 0, 0, 1)));
        assertTrue(Double.isNaN(restart.requests(restart.nodes().getFirst())));
    }

    @Test
    void aKeyOrdersTheMembersLargestFirst() throws IOException {
        assertEquals(List.of("f", "n1", "n2", "n3"), firstWords(view('n', null, null), "MEMBER", 4));
        assertEquals(List.of("n2", "n1", "f", "n3"), firstWords(view('r', null, null), "MEMBER", 4));
        assertEquals(List.of("n2", "n1", "f", "n3"), firstWords(view('h', null, null), "MEMBER", 4));
        assertEquals("n1", firstWords(view('c', null, null), "MEMBER", 1).getFirst());
    }

    @Test
    void backEndsAreThoseOfThePoolAndObjectsThoseOfTheSite() throws IOException {
        String all = view('n', null, null);
        assertEquals(List.of("n1", "n2"), firstWords(all, "BACK-END", 2));
        assertEquals(List.of("http://shop/a", "/b"), firstWords(all, "HOTTEST", 2));
        assertTrue(all.matches("(?s).*\nn1 +f +ready +healthy +2 +25\\.0 +0\\.0\n.*"), all);
        assertEquals(
                List.of("n1"),
                firstWords(view('n', null, "images"), "BACK-END", 2).stream()
                        .filter(word -> !word.isEmpty())
                        .toList());
        assertEquals(List.of("http://shop/a"), firstWords(view('n', "shop", null), "HOTTEST", 2));
        assertFalse(view('n', null, "none").contains("BACK-END"));
    }
}
