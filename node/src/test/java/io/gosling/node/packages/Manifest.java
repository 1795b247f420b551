package io.gosling.node.packages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** One Kubernetes object, or a part of one. */
record Manifest(String path, Object content) {

    /** The objects of a file, which are separated by {@code ---}. */
    static List<Manifest> all(String name, String text) {
        List<Manifest> found = new ArrayList<>();
        for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            found.add(new Manifest(name, document));
        }
        return found;
    }

    /** The value of a key, or of a key in a key and so on. */
    Manifest at(String... keys) {
        Manifest part = this;
        for (String key : keys) {
            Object value = part.content instanceof Map<?, ?> map ? map.get(key) : null;
            if (value == null) {
                throw new NoSuchElementException(part.path + " has no " + key);
            }
            part = new Manifest(part.path + "." + key, value);
        }
        return part;
    }

    boolean has(String key) {
        return content instanceof Map<?, ?> map && map.containsKey(key);
    }

    List<Manifest> items() {
        List<Manifest> items = new ArrayList<>();
        if (content instanceof List<?> list) {
            for (Object item : list) {
                items.add(new Manifest(path + "[" + items.size() + "]", item));
            }
        }
        return items;
    }

    Manifest only() {
        List<Manifest> items = items();
        if (items.size() != 1) {
            throw new NoSuchElementException(path + " has " + items.size() + " items; expected one");
        }
        return items.getFirst();
    }

    List<String> texts() {
        return items().stream().map(Manifest::text).toList();
    }

    String text() {
        return String.valueOf(content);
    }

    String kind() {
        return at("kind").text();
    }

    String name() {
        return at("metadata", "name").text();
    }
}
