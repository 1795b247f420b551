package io.gosling.gos.purge;

import java.util.Set;

/** A target of a purge, in this node's own keys. */
public sealed interface PurgeTarget {
    /** One object with all its variants. */
    record Key(String key) implements PurgeTarget {
        @Override
        public boolean covers(String base, Set<String> tags) {
            return key.equals(base);
        }
    }

    /** All objects whose keys begin so. */
    record Prefix(String prefix) implements PurgeTarget {
        @Override
        public boolean covers(String base, Set<String> tags) {
            return base.startsWith(prefix);
        }
    }

    /** All objects to which their origin has given this tag. */
    record Tag(String tag) implements PurgeTarget {
        @Override
        public boolean covers(String base, Set<String> tags) {
            return tags.contains(tag);
        }
    }

    /** One object, or all objects with this prefix, on whatever host: for keys that are URLs. */
    record OnEveryHost(String target, boolean prefix) implements PurgeTarget {
        @Override
        public boolean covers(String base, Set<String> tags) {
            int scheme = base.indexOf("://");
            int path = scheme < 0 ? -1 : base.indexOf('/', scheme + 3);
            return path >= 0
                    && (prefix
                            ? base.startsWith(target, path)
                            : base.substring(path).equals(target));
        }
    }

    /** Returns true if it selects an object with this base key and these tags. */
    boolean covers(String base, Set<String> tags);

    /** An object's key without the variant, which follows a blank. */
    static String base(String key) {
        int blank = key.indexOf(' ');
        return blank < 0 ? key : key.substring(0, blank);
    }
}
