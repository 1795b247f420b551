package io.gosling.site.rules;

import io.gosling.http.Headers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;

/** Names of headers that a message loses, and headers that it then gets in place of those of their names. */
public record HeaderChange(Headers set, List<String> remove) {
    public static final HeaderChange NONE = new HeaderChange(Headers.empty(), List.of());

    /** @throws IllegalArgumentException for a name that no header can have */
    public HeaderChange {
        remove = List.copyOf(remove);
        remove.forEach(name -> Headers.of(name, ""));
    }

    public boolean isNone() {
        return set.size() == 0 && remove.isEmpty();
    }

    /**
     * Returns the headers of a request for another server. Names are compared as the least careful reader does ({@code
     * X_User} is {@code X-User}), and a client cannot have the next hop take away what is set here by naming it in its
     * {@code Connection}.
     */
    public Headers applied(Headers given) {
        Headers changed = Headers.of(StreamSupport.stream(given.spliterator(), false)
                .filter(field -> !isOurs(field.name()))
                .toList());
        String options = changed.joined("Connection");
        if (options != null) {
            List<String> left = Arrays.stream(options.split(","))
                    .map(String::strip)
                    .filter(option -> !isOurs(option))
                    .toList();
            changed = left.isEmpty()
                    ? changed.without("Connection")
                    : changed.with("Connection", String.join(", ", left));
        }
        for (Headers.Field field : set) {
            changed = changed.plus(field.name(), field.value());
        }
        return changed;
    }

    private boolean isOurs(String name) {
        return remove.stream().anyMatch(one -> isSame(one, name))
                || StreamSupport.stream(set.spliterator(), false).anyMatch(field -> isSame(field.name(), name));
    }

    private static boolean isSame(String one, String other) {
        return one.replace('_', '-').equalsIgnoreCase(other.replace('_', '-'));
    }
}
