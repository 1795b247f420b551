package io.gosling.purge.message;

import java.nio.charset.StandardCharsets;

/**
 * A selector of objects to purge. It is only a name here; the memory decides which copies it selects
 * ({@code PurgeableCopies}).
 */
public sealed interface PurgeSelector {
    int LONGEST = 8192;

    /** The name that selects: a key, a beginning, a host or a tag. */
    String name();

    /** The length of the name in bytes of UTF-8. */
    default int bytes() {
        return name().getBytes(StandardCharsets.UTF_8).length;
    }

    /** One object with all its variants, by its key. */
    record Url(String name) implements PurgeSelector {
        public Url {
            require("URL", name);
        }
    }

    record Prefix(String name) implements PurgeSelector {
        public Prefix {
            require("prefix", name);
        }
    }

    record Host(String name) implements PurgeSelector {
        public Host {
            require("host", name);
        }
    }

    record Tag(String name) implements PurgeSelector {
        public Tag {
            require("tag", name);
        }
    }

    private static void require(String kind, String name) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > LONGEST) {
            throw new IllegalArgumentException(
                    "a " + kind + " of " + length + " bytes; expected 1 to " + LONGEST + " bytes of UTF-8");
        }
    }
}
