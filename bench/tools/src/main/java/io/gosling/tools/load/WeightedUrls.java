package io.gosling.tools.load;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A load scenario: URLs with weights. */
record WeightedUrls(List<URI> urls, List<Long> weights) {
    private static final Pattern WEIGHTED = Pattern.compile("(.*)=(\\d{1,6})");

    /**
     * Of words such as {@code http://127.0.0.1/=3}. A query may end with an equals sign and a number: that is its own,
     * not a weight.
     *
     * @throws IllegalArgumentException when one is none
     */
    static WeightedUrls of(List<String> words) {
        List<URI> urls = new ArrayList<>();
        List<Long> weights = new ArrayList<>();
        for (String word : words) {
            Matcher weighted = WEIGHTED.matcher(word);
            boolean has = weighted.matches() && !weighted.group(1).contains("?");
            long weight = has ? Long.parseLong(weighted.group(2)) : 1;
            if (weight < 1) {
                throw new IllegalArgumentException("the weight of '" + word + "' is 0; expected 1 to 999999");
            }
            try {
                urls.add(URI.create(has ? weighted.group(1) : word));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "'" + word + "' is no URL; expected http://HOST:PORT/PATH, or with =WEIGHT", e);
            }
            weights.add(weight);
        }
        return new WeightedUrls(urls, weights);
    }

    List<String> paths() {
        return urls.stream().map(TargetServer::path).toList();
    }

    RequestSequence work(long seed) {
        return RequestSequence.drawn(
                paths().stream()
                        .map(path -> path.getBytes(StandardCharsets.US_ASCII))
                        .toList(),
                weights.stream().mapToLong(Long::longValue).toArray(),
                seed);
    }
}
