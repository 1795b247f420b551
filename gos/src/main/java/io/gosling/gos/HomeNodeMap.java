package io.gosling.gos;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps objects to their home nodes, which hold the persistent copies: the paper's URLs and partial URLs. Immutable.
 *
 * <p>A prefix that ends with a slash matches everything below it, any other prefix exactly its own path or, as a whole
 * path segment, everything below it; the longest match counts. {@code /dir41} matches {@code /dir41} and
 * {@code /dir41/a}, not {@code /dir410}.
 */
public final class HomeNodeMap {
    private static final HomeNodeMap NONE = new HomeNodeMap(Map.of());

    private final Map<String, String> nodes;

    private HomeNodeMap(Map<String, String> nodes) {
        this.nodes = nodes;
    }

    /**
     * A map from canonical paths or prefixes to node names.
     *
     * @throws IllegalArgumentException when a prefix does not begin with a slash, or a node's name is empty
     */
    public static HomeNodeMap of(Map<String, String> prefixes) {
        Map<String, String> nodes = new HashMap<>();
        prefixes.forEach((prefix, node) -> {
            if (!prefix.startsWith("/")) {
                throw new IllegalArgumentException(
                        "home prefix '" + prefix + "' must begin with a slash, as in /dir41/");
            }
            if (node.isBlank()) {
                throw new IllegalArgumentException(
                        "home prefix '" + prefix + "' names no node; expected a node's name");
            }
            nodes.put(prefix, node);
        });
        return nodes.isEmpty() ? NONE : new HomeNodeMap(Map.copyOf(nodes));
    }

    /** The name of the node that has the file, or null when the setting names none. */
    public @Nullable String of(String key) {
        if (nodes.isEmpty()) {
            return null;
        }
        String exact = nodes.get(key);
        if (exact != null) {
            return exact;
        }
        for (int slash = key.lastIndexOf('/'); slash >= 0; slash = key.lastIndexOf('/', slash - 1)) {
            String below = nodes.get(key.substring(0, slash + 1));
            String whole = below != null ? below : slash == 0 ? null : nodes.get(key.substring(0, slash));
            if (whole != null) {
                return whole;
            }
        }
        return null;
    }
}
