package io.gosling.site.rules;

import io.gosling.http.Headers;
import java.util.List;

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

    public Headers applied(Headers given) {
        Headers changed = given;
        for (String name : remove) {
            changed = changed.without(name);
        }
        for (Headers.Field field : set) {
            changed = changed.with(field.name(), field.value());
        }
        return changed;
    }
}
