package io.gosling.bench.checker;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The objects that a purge is about, and the form in which an admin port is told of them. */
record Selection(Form form, String name) {
    /** The field of a purge. */
    enum Form {
        URL,
        PREFIX,
        TAG,
        HOST
    }

    static Selection url(Page page) {
        return new Selection(Form.URL, page.path());
    }

    static Selection prefix(String path) {
        return new Selection(Form.PREFIX, path);
    }

    static Selection tag(String tag) {
        return new Selection(Form.TAG, tag);
    }

    static Selection everything() {
        return new Selection(Form.HOST, "origin");
    }

    /** All that a purge can name and be about a page in this version. */
    static List<Selection> covering(Page page, int version) {
        List<Selection> all = new ArrayList<>(List.of(url(page), prefix(page.folder()), prefix("/"), everything()));
        page.tags(version).forEach(tag -> all.add(tag(tag)));
        return all;
    }

    /** As a field of {@code POST /purge}. */
    String field() {
        return form.name().toLowerCase(Locale.ROOT) + "=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return form.name().toLowerCase(Locale.ROOT) + " " + name;
    }
}
