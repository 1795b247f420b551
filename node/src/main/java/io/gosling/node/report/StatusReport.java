package io.gosling.node.report;

import io.gosling.common.JsonWriter;
import io.gosling.node.report.MemberAdminPorts.Silence;
import io.gosling.settings.ByteSizeFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code /status} response, and formats it for people. Pure; anything that is missing reads as nothing.
 *
 * <p>The shape is documented in {@code docs/monitor.md}.
 */
public final class StatusReport {
    private static final int HOTTEST = 10;
    /** Leases after the start within which a quorum may still be gathering: a member without a file is silent first. */
    private static final int LEASES_AT_START = 3;

    /** Processes younger than this, in seconds, may not have met those that started at the same moment. */
    private static final int SECONDS_TO_JOIN = 15;

    private StatusReport() {}

    public static int readyBackends(Map<?, ?> status) {
        return (int) list(status, "backends").stream()
                .filter(backend -> text(backend, "state").equals("ready"))
                .count();
    }

    public static boolean isOf(String name, Map<?, ?> status) {
        return name.equals(text(status, "name")) || name.equals(text(map(status, "replication"), "name"));
    }

    public static boolean hearsItsGroup(Map<?, ?> status) {
        return list(map(status, "replication"), "servers").stream()
                .allMatch(server -> text(server, "state").equals("ready"));
    }

    /** Tables of members, answers, and hottest objects. */
    public static String write(List<Map<?, ?>> statuses, Map<String, Silence> silent) {
        StringBuilder text = new StringBuilder();
        for (Map<?, ?> status : statuses) {
            if (text(status, "kind").equals("packet-dispatcher")) {
                text.append(packets(status)).append('\n');
            } else if (text(status, "kind").equals("front-end")) {
                text.append(frontEnd(status)).append('\n');
            } else if (!map(status, "dispatch").isEmpty()) {
                text.append(frontEnd(asFrontEnd(status))).append('\n');
            }
        }
        List<Map<?, ?>> nodes = statuses.stream()
                .filter(status -> text(status, "kind").equals("node"))
                .toList();
        if (!nodes.isEmpty() || !silent.isEmpty()) {
            text.append(members(nodes, silent));
        }
        statuses.forEach(status -> text.append(unmet(status)));
        boolean young = nodes.stream().anyMatch(StatusReport::isYoung);
        nodes.forEach(node -> text.append(vouching(node, young)));
        text.append(origins(nodes));
        text.append(replication(nodes));
        silent.forEach((name, silence) -> text.append(silence.line(name) + "\n"));
        if (!nodes.isEmpty()) {
            text.append('\n').append(answers(nodes));
            text.append(repository(nodes));
            text.append('\n').append(hottest(nodes, path -> true));
        }
        return text.toString();
    }

    /** The statuses, and an object of kind {@code silent} for each member that gave none. */
    public static List<Map<?, ?>> array(List<Map<?, ?>> statuses, Map<String, Silence> silent) {
        List<Map<?, ?>> array = new ArrayList<>(statuses);
        silent.forEach((name, silence) -> array.add(JsonWriter.object(
                "kind", "silent",
                "name", name,
                "state", silence.state(),
                "admin", silence.admin(),
                "reason", silence.reason())));
        return array;
    }

    /** The status of a dispatching node, in the form of a front-end's. */
    private static Map<?, ?> asFrontEnd(Map<?, ?> node) {
        Map<Object, @Nullable Object> frontEnd = new LinkedHashMap<>(map(node, "dispatch"));
        List.of("name", "http", "state").forEach(key -> frontEnd.put(key, node.get(key)));
        return frontEnd;
    }

    /**
     * A table of objects.
     *
     * @param columns such as {@code STATE:state, MEMORY:memory.bytes#}: titles with the places of the values, which
     *     are numbers of bytes before {@code #}
     */
    static TextTable table(String columns, List<Map<?, ?>> objects) {
        List<String[]> pairs =
                Stream.of(columns.split(", ")).map(pair -> pair.split(":")).toList();
        TextTable table = new TextTable(pairs.stream().map(pair -> pair[0]).toArray(String[]::new));
        objects.forEach(object ->
                table.row(pairs.stream().map(pair -> cell(object, pair[1])).toArray()));
        return table;
    }

    private static String cell(Map<?, ?> object, String place) {
        int dot = place.indexOf('.');
        return dot >= 0
                ? cell(map(object, place.substring(0, dot)), place.substring(dot + 1))
                : place.endsWith("#") ? size(object, place.substring(0, place.length() - 1)) : text(object, place);
    }

    private static String packets(Map<?, ?> status) {
        TextTable table = table(
                "BACK-END:name, STATE:state, MAC:mac, SESSIONS:sessions, BEGUN:begun, PACKETS:packets, BYTES:bytes,"
                        + " PACKETS BACK:packets_back, BYTES BACK:bytes_back",
                list(status, "backends"));
        String dropped = map(status, "dropped").entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Number some && some.longValue() > 0)
                .map(entry -> entry.getKey() + " " + ((Number) entry.getValue()).longValue())
                .collect(Collectors.joining(", "));
        Map<?, ?> sessions = map(status, "sessions");
        return text(status, "forwarding") + " of " + text(status, "vip") + " on " + text(status, "interface") + ": "
                + text(status, "state") + (text(status, "role").equals("stand-by") ? ", stand-by" : "") + ", policy "
                + text(status, "policy") + ", " + text(sessions, "all") + " of "
                + text(sessions, "most") + " sessions, " + text(sessions, "half_open") + " half-open\n" + table
                + (dropped.isEmpty() ? "" : "dropped: " + dropped + "\n");
    }

    private static String frontEnd(Map<?, ?> status) {
        Map<?, ?> admission = map(status, "admission");
        TextTable table = table(
                "BACK-END:name, STATE:state, HEALTH:health, ADDRESS:address, LOAD:load, REQUESTS:requests,"
                        + " FAILURES:failures",
                list(status, "backends"));
        return "front-end " + text(status, "name") + " on " + text(status, "http") + ": " + text(status, "state")
                + ", policy " + text(status, "policy") + ", " + text(admission, "active") + " of "
                + text(admission, "limit") + " requests in the cluster, " + text(admission, "queued") + " waiting"
                + (Boolean.TRUE.equals(status.get("panic"))
                        ? ", panic: few back-ends are healthy, checks are ignored"
                        : "")
                + "\n" + table + pools(status);
    }

    private static String pools(Map<?, ?> status) {
        List<Map<?, ?>> pools = list(status, "pools");
        TextTable table = table(
                "LABEL:label, BACK-ENDS:backends, READY:ready, ACTIVE:active, LIMIT:limit, WAITING:queued,"
                        + " ELSEWHERE:elsewhere",
                pools);
        return pools.isEmpty() ? "" : table.toString();
    }

    private static TextTable members(List<Map<?, ?>> nodes, Map<String, Silence> silent) {
        TextTable table = table(
                "NODE:name, STATE:state, HTTP:http, CONNECTIONS:load.connections, OBJECTS:memory.objects,"
                        + " MEMORY:memory.bytes#, BUDGET:memory.budget#, REQUESTS:requests.total",
                nodes);
        silent.forEach((name, silence) -> table.row(name, silence.state(), "-", "-", "-", "-", "-", "-"));
        return table;
    }

    private static String origins(List<Map<?, ?>> nodes) {
        TextTable table = new TextTable("NODE", "ORIGIN", "SERVER", "STATE", "REQUESTS", "FAILURES");
        boolean any = false;
        for (Map<?, ?> node : nodes) {
            for (Map<?, ?> server : list(node, "origins")) {
                any = true;
                boolean backup = Boolean.TRUE.equals(server.get("backup"));
                table.row(
                        text(node, "name"),
                        text(server, "origin"),
                        text(server, "server") + (backup ? " (backup)" : ""),
                        text(server, "state"),
                        text(server, "requests"),
                        text(server, "failures"));
            }
        }
        return any ? "\n" + table : "";
    }

    private static String replication(List<Map<?, ?>> nodes) {
        TextTable table = new TextTable("NODE", "SERVER", "STATE", "LOAD", "ROOM", "DOCUMENTS", "BYTES");
        StringBuilder lines = new StringBuilder();
        for (Map<?, ?> node : nodes) {
            Map<?, ?> part = map(node, "replication");
            if (part.isEmpty()) {
                continue;
            }
            String name = text(node, "name");
            for (Map<?, ?> server : list(part, "servers")) {
                table.row(
                        name,
                        text(server, "name"),
                        text(server, "state"),
                        String.format(Locale.ROOT, "%.1f", number(server, "load")),
                        size(server, "room"),
                        text(server, "documents"),
                        size(server, "bytes"));
            }
            lines.append(String.format(
                    Locale.ROOT,
                    "%s as %s: load %.1f, %s of %s for copies, %s pages sent with %s chosen links, %s sent home\n",
                    name,
                    text(part, "name"),
                    number(part, "load"),
                    size(part, "copy_bytes"),
                    size(part, "quota"),
                    text(part, "pages"),
                    text(part, "links"),
                    text(part, "redirected")));
            Map<?, ?> saved = map(part, "saved");
            Map<?, ?> answered = map(part, "answered");
            lines.append(String.format(
                    Locale.ROOT,
                    "  saved %s requests, %s, which others answered for it; answered %s, %s, for others\n",
                    text(saved, "requests"),
                    size(saved, "bytes"),
                    text(answered, "requests"),
                    size(answered, "bytes")));
            if (part.get("decisions") instanceof List<?> decisions && !decisions.isEmpty()) {
                lines.append("  last decision: ").append(decisions.getFirst()).append('\n');
            }
        }
        return lines.isEmpty() ? "" : "\n" + table + lines;
    }

    private static String unmet(Map<?, ?> status) {
        StringBuilder lines = new StringBuilder();
        for (Map<?, ?> one : list(map(status, "cluster"), "unmet")) {
            boolean joining = number(status, "uptime_seconds") < SECONDS_TO_JOIN;
            lines.append(text(status, "name") + ": is not " + (joining ? "yet " : "") + "in one cluster with "
                    + text(one, "address")
                    + (!Boolean.TRUE.equals(one.get("listens"))
                            ? ", where nobody listens\n"
                            : joining
                                    ? ", which takes connections: wait for it, this process has just started\n"
                                    : ", which takes connections: does it hang, has it the same --secret-file and"
                                            + " cluster.encryption, and is that its cluster port?\n"));
        }
        return lines.toString();
    }

    /** Returns true if the node's process is so young that leases may not have come to all nodes yet. */
    private static boolean isYoung(Map<?, ?> node) {
        return number(node, "uptime_seconds") * 1000 < LEASES_AT_START * number(map(node, "purges"), "lease_ms");
    }

    /**
     * The problems of a node's quorum, or what is still missing after a start; empty if there is nothing.
     *
     * @param starting true if a node of this cluster has just started, which the others then have not heard either
     */
    private static String vouching(Map<?, ?> node, boolean starting) {
        Map<?, ?> purges = map(node, "purges");
        String begin = text(node, "name") + (starting ? ": starting: " : ": ");
        List<String> lines = new ArrayList<>();
        if (Boolean.FALSE.equals(purges.get("lease"))) {
            lines.add(begin + "no lease" + (starting ? " yet" : "") + ": asks its sources before each answer"
                    + (starting ? "" : "; a quorum of voters is not heard"));
        }
        if (purges.get("unheard") instanceof List<?> unheard && !unheard.isEmpty()) {
            lines.add(begin
                    + (starting
                            ? "has not heard the voters " + unheard + " yet"
                            : "does not hear the voters " + unheard));
        }
        if (purges.get("trouble") instanceof String trouble && !trouble.isEmpty()) {
            lines.add(text(node, "name") + ": does not vote: " + trouble);
        } else if (Boolean.TRUE.equals(purges.get("voter")) && Boolean.FALSE.equals(purges.get("votes"))) {
            lines.add(begin + "does not vote" + (starting ? " yet" : ": has not learnt from enough voters of purges"));
        }
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static TextTable answers(List<Map<?, ?>> nodes) {
        List<String> titles = new ArrayList<>(List.of("ANSWERS"));
        nodes.forEach(node -> titles.add(text(node, "name")));
        TextTable table = new TextTable(titles.toArray(String[]::new));
        for (Object kind : map(map(nodes.getFirst(), "requests"), "from").keySet()) {
            List<String> row = new ArrayList<>(List.of(kind.toString()));
            nodes.forEach(node -> row.add(text(map(map(node, "requests"), "from"), kind.toString())));
            table.row(row.toArray());
        }
        return table;
    }

    private static String repository(List<Map<?, ?>> nodes) {
        boolean any = nodes.stream()
                .map(node -> map(node, "repository"))
                .anyMatch(of ->
                        number(of, "objects") + number(of, "copies") > 0 || number(map(of, "events"), "full") > 0);
        return any
                ? "\n"
                        + table(
                                "REPOSITORY:name, OBJECTS:repository.objects, BYTES:repository.bytes#,"
                                        + " COPIES:repository.copies,"
                                        + " CONFLICTS:repository.events.conflict, FULL:repository.events.full",
                                nodes)
                : "";
    }

    /** The hottest objects, each once, as the node with the highest count sees them. */
    static TextTable hottest(List<Map<?, ?>> nodes, Predicate<String> paths) {
        Map<String, Map<?, ?>> objects = new LinkedHashMap<>();
        nodes.stream()
                .flatMap(node -> list(node, "hottest").stream())
                .filter(object -> paths.test(text(object, "path")))
                .sorted(Comparator.comparingDouble(object -> -number(object, "agac")))
                .forEach(object -> objects.putIfAbsent(text(object, "path"), object));
        return table(
                "HOTTEST:path, AGAC:agac, HOME:home, HOLDERS:holders",
                objects.values().stream().limit(HOTTEST).toList());
    }

    private static String size(Map<?, ?> object, String key) {
        return object.get(key) instanceof Number bytes ? ByteSizeFormat.approximately(bytes.longValue()) : "-";
    }

    public static double number(Map<?, ?> object, String key) {
        return object.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    public static String text(Map<?, ?> object, String key) {
        @Nullable Object value = object.get(key);
        return value == null ? "-" : value.toString();
    }

    public static Map<?, ?> map(Map<?, ?> object, String key) {
        return object.get(key) instanceof Map<?, ?> nested ? nested : Map.of();
    }

    public static List<Map<?, ?>> list(Map<?, ?> object, String key) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (object.get(key) instanceof List<?> elements) {
            for (Object element : elements) {
                if (element instanceof Map<?, ?> map) {
                    maps.add(map);
                }
            }
        }
        return maps;
    }
}
