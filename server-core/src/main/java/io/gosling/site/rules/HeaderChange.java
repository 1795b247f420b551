package io.gosling.site.rules;

import io.gosling.http.Headers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

    /** Returns the names of all headers that are set or removed, as they were written. */
    public Stream<String> names() {
        Stream<String> names = StreamSupport.stream(set.spliterator(), false).map(Headers.Field::name);
        return Stream.concat(names, remove.stream());
    }

    /**
     * Returns the headers of a request for another server. Names are compared as the least careful reader does ({@code
     * X_User} is {@code X-User}), and a client cannot have the next hop take away what is set here by naming it in its
     * {@code Connection}.
     */
    public Headers applied(Headers given) {
        Headers changed = Headers.of(StreamSupport.stream(given.spliterator(), false)
                .filter(field -> !concerns(field.name()))
                .toList());
        String options = changed.joined("Connection");
        if (options != null) {
            List<String> left = Arrays.stream(options.split(","))
                    .map(String::strip)
                    .filter(option -> !concerns(option))
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

    /** Returns true if headers of this name are set or removed. */
    public boolean concerns(CharSequence name) {
        for (String removed : remove) {
            if (isSame(removed, name)) {
                return true;
            }
        }
        for (Headers.Field field : set) {
            if (isSame(field.name(), name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(CharSequence one, CharSequence other) {
        if (one.length() != other.length()) {
            return false;
        }
        for (int at = 0; at < one.length(); at++) {
            if (plain(one.charAt(at)) != plain(other.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static char plain(char letter) {
        return letter == '_' ? '-' : Character.toLowerCase(letter);
    }
}
