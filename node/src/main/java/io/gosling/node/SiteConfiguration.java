package io.gosling.node;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.http.Headers;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.SiteSettings;
import io.gosling.node.settings.Values;
import io.gosling.site.AccessRule;
import io.gosling.site.AddressList;
import io.gosling.site.CgiRule;
import io.gosling.site.Compression;
import io.gosling.site.Content;
import io.gosling.site.CrossOrigin;
import io.gosling.site.HeaderRule;
import io.gosling.site.Redirect;
import io.gosling.site.Rewrite;
import io.gosling.site.Rules;
import io.gosling.site.Site;
import io.gosling.site.Sites;
import io.gosling.site.UserFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the values of {@code sites} into sites. */
final class SiteConfiguration {
    private SiteConfiguration() {}

    /**
     * The sites of a node; none where it serves one directory.
     *
     * @throws BadConfiguration when values that are each right do not go together, or a file of users cannot be read
     */
    static List<Site> sites(Values values) throws BadConfiguration {
        List<Values> sections = values.find(NodeSettings.SITES).orElse(List.of());
        List<String> complaints = new ArrayList<>();
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            String name = sections.get(i).find(SiteSettings.NAME).orElse("number " + (i + 1));
            try {
                sites.add(site(sections.get(i)));
            } catch (IllegalArgumentException | IOException e) {
                complaints.add("sites: " + name + ": " + e.getMessage());
            }
        }
        try {
            Sites.requireApart(sites);
        } catch (IllegalArgumentException e) {
            complaints.add("sites: " + e.getMessage());
        }
        if (!sections.isEmpty() && values.isGiven(NodeSettings.DIR)) {
            complaints.add("dir: given, and sites as well; expected one of them: a site has its directories as roots");
        }
        if (!complaints.isEmpty()) {
            throw new BadConfiguration(complaints);
        }
        return sites;
    }

    private static Site site(Values values) throws IOException {
        return new Site(
                required(values, SiteSettings.NAME),
                values.find(SiteSettings.HOSTS).orElse(List.of()),
                new Content(
                        required(values, SiteSettings.ROOTS),
                        values.get(SiteSettings.INDEX),
                        values.find(SiteSettings.FALL_BACKS).orElse(List.of()),
                        values.get(SiteSettings.LISTING),
                        new Compression(
                                values.find(SiteSettings.PRECOMPRESSED).orElse(List.of()),
                                values.get(SiteSettings.GZIP),
                                Math.toIntExact(values.get(SiteSettings.LEAST)),
                                Math.toIntExact(values.get(SiteSettings.MOST)))),
                rules(values));
    }

    private static Rules rules(Values values) throws IOException {
        List<AccessRule> access = new ArrayList<>();
        for (Values rule : all(values, SiteSettings.ACCESS)) {
            access.add(access(rule));
        }
        return new Rules(
                access,
                all(values, SiteSettings.REDIRECTS).stream()
                        .map(rule -> new Redirect(
                                required(rule, SiteSettings.FROM),
                                required(rule, SiteSettings.TO),
                                rule.get(SiteSettings.STATUS)))
                        .toList(),
                all(values, SiteSettings.REWRITES).stream()
                        .map(rule -> new Rewrite(required(rule, SiteSettings.FROM), required(rule, SiteSettings.TO)))
                        .toList(),
                all(values, SiteSettings.HEADERS).stream()
                        .map(rule -> new HeaderRule(
                                rule.get(SiteSettings.PATH),
                                fields(required(rule, SiteSettings.SET)),
                                rule.get(SiteSettings.ON_ERRORS)))
                        .toList(),
                all(values, SiteSettings.CORS).stream()
                        .map(SiteConfiguration::crossOrigin)
                        .toList(),
                all(values, SiteSettings.CGI).stream()
                        .map(rule -> new CgiRule(
                                rule.get(SiteSettings.CGI_PATH),
                                required(rule, SiteSettings.PROGRAMS),
                                rule.get(SiteSettings.TIME)))
                        .toList(),
                errorPages(values.find(SiteSettings.ERROR_PAGES).orElse(Map.of())));
    }

    private static AccessRule access(Values rule) throws IOException {
        Path file = rule.find(SiteSettings.USERS).orElse(null);
        return new AccessRule(
                rule.get(SiteSettings.PATH),
                new AddressList(
                        rule.find(SiteSettings.ALLOW).orElse(List.of()),
                        rule.find(SiteSettings.DENY).orElse(List.of())),
                users(file),
                rule.get(SiteSettings.REALM),
                rule.get(SiteSettings.EDIT));
    }

    private static @Nullable UserFile users(@Nullable Path file) throws IOException {
        try {
            return file == null ? null : UserFile.at(file);
        } catch (IOException e) {
            throw new IOException("users: " + file + " cannot be read: " + e, e);
        }
    }

    private static CrossOrigin crossOrigin(Values rule) {
        return new CrossOrigin(
                rule.get(SiteSettings.PATH),
                required(rule, SiteSettings.ORIGINS),
                rule.find(SiteSettings.METHODS).orElse(List.of()),
                rule.find(SiteSettings.REQUEST_HEADERS).orElse(List.of()),
                rule.find(SiteSettings.EXPOSED_HEADERS).orElse(List.of()),
                rule.get(SiteSettings.CREDENTIALS),
                rule.get(SiteSettings.MAX_AGE).toSeconds());
    }

    private static Headers fields(Map<String, String> pairs) {
        Headers fields = Headers.empty();
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            fields = fields.plus(pair.getKey(), pair.getValue());
        }
        return fields;
    }

    private static Map<Integer, DocumentPath> errorPages(Map<String, String> pairs) {
        Map<Integer, DocumentPath> pages = new HashMap<>();
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            try {
                pages.put(Integer.valueOf(pair.getKey()), DocumentPath.parse(pair.getValue()));
            } catch (NumberFormatException | IllegalDocumentPathException e) {
                throw new IllegalArgumentException(
                        "error-pages: " + pair.getKey() + ": " + pair.getValue()
                                + ": expected a status and the path of a page, such as 404: /404.html",
                        e);
            }
        }
        return pages;
    }

    private static List<Values> all(Values values, Setting<List<Values>> setting) {
        return values.find(setting).orElse(List.of());
    }

    private static <T> T required(Values values, Setting<T> setting) {
        return values.find(setting)
                .orElseThrow(() -> new IllegalArgumentException(
                        setting.name() + ": missing; expected " + setting.kind().expected()));
    }
}
