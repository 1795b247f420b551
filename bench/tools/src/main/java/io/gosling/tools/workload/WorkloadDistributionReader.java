package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads distributions from files. In the format of CacheBench, the load generator of CacheLib, they are JSON objects
 * with lists of whole numbers; a histogram of sizes may also be lines {@code SIZE COUNT}, of which those that begin
 * with {@code #} are skipped.
 *
 * <pre>
 *   valSizeRange, valSizeRangeProbability        sizes and their weights
 *   popularityBuckets, popularityWeights         the number of objects of each class, and the weight of its requests
 *   oneHits                                      the share of requests for objects that are requested once
 * </pre>
 */
public final class WorkloadDistributionReader {
    private WorkloadDistributionReader() {}

    /** @throws IOException when it cannot be read or has no such lists */
    public static ObjectSizeDistribution sizes(Path file) throws IOException {
        String text = TraceFileReader.text(file);
        if (!text.stripLeading().startsWith("{")) {
            return lines(file, text);
        }
        long[] sizes = list(file, text, "valSizeRange");
        long[] weights = list(file, text, "valSizeRangeProbability");
        require(
                file,
                sizes.length == weights.length && Arrays.stream(weights).sum() > 0,
                "sizes and weights that match");
        return ObjectSizeDistribution.weighted(sizes, weights);
    }

    private static ObjectSizeDistribution lines(Path file, String text) throws IOException {
        List<long[]> rows = new ArrayList<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.matches("\\d{1,18}\\s+\\d{1,12}")) {
                rows.add(
                        Stream.of(line.split("\\s+")).mapToLong(Long::parseLong).toArray());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                throw new IOException(file + " has the line '" + line
                        + "'; expected a size in bytes and how many objects have it, such as 8192 120");
            }
        }
        long[] weights = rows.stream().mapToLong(row -> row[1]).toArray();
        require(file, Arrays.stream(weights).sum() > 0, "a line with a size and a count above 0");
        return ObjectSizeDistribution.weighted(
                rows.stream().mapToLong(row -> row[0]).toArray(), weights);
    }

    /** @throws IOException when it cannot be read or has no such lists */
    public static Trace popularity(Path file, ObjectSizeDistribution sizes, int requests) throws IOException {
        String text = TraceFileReader.text(file);
        long[] groups = list(file, text, "popularityBuckets");
        long[] weights = list(file, text, "popularityWeights");
        long objects = Arrays.stream(groups).sum();
        require(
                file,
                groups.length == weights.length && objects > 0 && objects <= 1 << 30,
                "groups and weights that match");
        Matcher once = Pattern.compile("\"oneHits\"\\s*:\\s*(0(?:\\.\\d+)?)").matcher(text);
        return SyntheticTraceFactory.groups(
                file.getFileName().toString().replaceFirst("\\.json.*$", ""),
                "drawn from the distribution with SHA-256 " + TraceFileReader.digest(file),
                groups,
                weights,
                once.find() ? Double.parseDouble(once.group(1)) : 0,
                sizes,
                requests);
    }

    private static long[] list(Path file, String text, String name) throws IOException {
        Matcher list =
                Pattern.compile('"' + name + "\"\\s*:\\s*\\[([\\d\\s,]*)\\]").matcher(text);
        require(file, list.find(), "a list " + name);
        return Pattern.compile("\\d+")
                .matcher(list.group(1))
                .results()
                .mapToLong(number -> Long.parseLong(number.group()))
                .toArray();
    }

    private static void require(Path file, boolean holds, String what) throws IOException {
        if (!holds) {
            throw new IOException(
                    file + " has not " + what + "; expected a distribution of CacheBench, or lines SIZE COUNT");
        }
    }
}
