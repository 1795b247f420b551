package io.gosling.bench.packet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The status that a packet dispatcher reports.
 *
 * @param dropped packets that went nowhere, by why, without those of which there are none
 */
public record DispatcherStatus(long sessions, Map<String, Long> dropped, List<Backend> backends) {
    private static final Pattern DROPPED = Pattern.compile("\"dropped\":\\{([^}]*)\\}");
    private static final Pattern COUNT = Pattern.compile("\"([a-z-]+)\":(\\d+)");
    private static final Pattern BACKEND = Pattern.compile("\\{\"name\":[^{}]*\\}");

    /**
     * One back-end.
     *
     * @param ready whether it gets new sessions
     */
    public record Backend(String mac, boolean ready, long sessions, long begun) {}

    /** From the text of {@code /status}. */
    public static DispatcherStatus of(String json) {
        Map<String, Long> dropped = new TreeMap<>();
        Matcher causes = DROPPED.matcher(json);
        if (causes.find()) {
            Matcher cause = COUNT.matcher(causes.group(1));
            while (cause.find()) {
                if (Long.parseLong(cause.group(2)) > 0) {
                    dropped.put(cause.group(1), Long.parseLong(cause.group(2)));
                }
            }
        }
        List<Backend> backends = new ArrayList<>();
        Matcher backend = BACKEND.matcher(json);
        while (backend.find()) {
            String one = backend.group();
            boolean ready = text(one, "state").equals("ready");
            backends.add(new Backend(text(one, "mac"), ready, number(one, "sessions"), number(one, "begun")));
        }
        return new DispatcherStatus(number(json, "all"), dropped, backends);
    }

    public long ready() {
        return backends.stream().filter(Backend::ready).count();
    }

    Optional<Backend> backend(String mac) {
        return backends.stream().filter(one -> one.mac().equals(mac)).findFirst();
    }

    private static String text(String json, String key) {
        Matcher value = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(json);
        return value.find() ? value.group(1) : "";
    }

    private static long number(String json, String key) {
        Matcher value = Pattern.compile("\"" + key + "\":(\\d+)").matcher(json);
        return value.find() ? Long.parseLong(value.group(1)) : 0;
    }
}
