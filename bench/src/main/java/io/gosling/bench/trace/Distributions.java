package io.gosling.bench.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Distributions in the form of CacheBench, the load generator of CacheLib: JSON objects with lists of whole numbers.
 *
 * <pre>
 *   valSizeRange, valSizeRangeProbability        sizes and their weights
 *   popularityBuckets, popularityWeights         how many objects a group has, and the weight of its requests
 *   oneHits                                      the share of requests for what is asked for once
 * </pre>
 */
public final class Distributions {
    private Distributions() {}

    /** @throws IOException when it cannot be read or has no such lists */
    public static Sizes sizes(Path file) throws IOException {
        String text = TraceFile.text(file);
        long[] sizes = list(file, text, "valSizeRange");
        long[] weights = list(file, text, "valSizeRangeProbability");
        require(
                file,
                sizes.length == weights.length && Arrays.stream(weights).sum() > 0,
                "sizes and weights that match");
        return Sizes.weighted(sizes, weights);
    }

    /** @throws IOException when it cannot be read or has no such lists */
    public static Trace popularity(Path file, Sizes sizes, int requests) throws IOException {
        String text = TraceFile.text(file);
        long[] groups = list(file, text, "popularityBuckets");
        long[] weights = list(file, text, "popularityWeights");
        long objects = Arrays.stream(groups).sum();
        require(
                file,
                groups.length == weights.length && objects > 0 && objects <= 1 << 30,
                "groups and weights that match");
        Matcher once = Pattern.compile("\"oneHits\"\\s*:\\s*(0(?:\\.\\d+)?)").matcher(text);
        return Generated.groups(
                file.getFileName().toString().replaceFirst("\\.json.*$", ""),
                "drawn from the distribution with SHA-256 " + TraceFile.digest(file),
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
            throw new IOException(file + " has not " + what + "; expected a distribution of CacheBench");
        }
    }
}
