package io.gosling.tools.simulate;

import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a node's costs from a YAML file, times in microseconds:
 *
 * <pre>
 * name: my-machine       # in tables; the file's name if it is missing
 * connect-us: 145        # processor: to take a connection
 * close-us: 145          # processor: to end one
 * send-us: 40            # processor: for each 512 bytes
 * message-us: 50         # processor of either end: a question or an answer between nodes
 * disk-first-us: 28000   # disk: until the first byte
 * disk-block-us: 410     # disk: for each 4 KiB
 * disk-seek-us: 14000    # disk: for each 44 KiB beyond the first
 * disks: 1               # 0: misses are fetched from elsewhere, with any number of concurrent reads
 * link-gbit: 0           # what a node sends at most, in Gb/s; 0 for no bound
 * </pre>
 *
 * <p>{@code connect-us}, {@code close-us} and {@code send-us} are required; the others are 0 if they are missing.
 */
public final class CostModelYamlCodec {
    /** Times first, of which three are required. */
    private static final List<String> KNOWN = List.of(
            "connect-us",
            "close-us",
            "send-us",
            "message-us",
            "disk-first-us",
            "disk-block-us",
            "disk-seek-us",
            "disks",
            "link-gbit");

    private static final int TIMES = 7;

    private CostModelYamlCodec() {}

    /**
     * Reads a profile.
     *
     * @throws IllegalArgumentException with the name of the file and what was expected of it
     * @throws IOException when it cannot be read
     */
    public static CostModel read(Path file) throws IOException {
        try {
            Object loaded = new Load(
                            LoadSettings.builder().setLabel(file.toString()).build())
                    .loadFromString(Files.readString(file));
            if (!(loaded instanceof Map<?, ?> values)) {
                throw new IllegalArgumentException("is no list of names and values");
            }
            return costs(values, String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", ""));
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException(file + " is no YAML: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the profile " + file + ": " + e.getMessage() + "; docs/simulate.md has an example", e);
        }
    }

    private static CostModel costs(Map<?, ?> values, String usualName) {
        Map<String, Double> given = new HashMap<>();
        values.forEach((name, value) -> {
            String key = String.valueOf(name);
            if (key.equals("name")) {
                return;
            }
            if (!KNOWN.contains(key)) {
                throw new IllegalArgumentException(
                        "'" + key + "' is not known; expected name, " + String.join(", ", KNOWN));
            }
            if (!(value instanceof Number number)) {
                throw new IllegalArgumentException("'" + key + "' is '" + value + "'; expected a number");
            }
            given.put(key, number.doubleValue());
        });
        for (String time : KNOWN.subList(0, 3)) {
            if (!given.containsKey(time)) {
                throw new IllegalArgumentException("'" + time + "' is missing; expected microseconds");
            }
        }
        long[] nanos = KNOWN.stream()
                .limit(TIMES)
                .mapToLong(time -> Math.round(1000 * given.getOrDefault(time, 0.0)))
                .toArray();
        return new CostModel(
                values.containsKey("name") ? String.valueOf(values.get("name")) : usualName,
                nanos[0],
                nanos[1],
                nanos[2],
                nanos[3],
                nanos[4],
                nanos[5],
                nanos[6],
                (int) Math.clamp(given.getOrDefault("disks", 0.0), -1, 1 << 20),
                Math.round(1e9 * given.getOrDefault("link-gbit", 0.0)));
    }

    public static String yaml(CostModel costs) {
        long[] nanos = {
            costs.connect(), costs.close(), costs.send(), costs.message(), costs.first(), costs.block(), costs.seek()
        };
        StringBuilder text = new StringBuilder("name: ").append(costs.name()).append('\n');
        for (int i = 0; i < nanos.length; i++) {
            text.append(KNOWN.get(i)).append(ReportTextFormat.format(": %.3f%n", nanos[i] / 1e3));
        }
        return text + ReportTextFormat.format("disks: %d%nlink-gbit: %.3f%n", costs.disks(), costs.link() / 1e9);
    }
}
