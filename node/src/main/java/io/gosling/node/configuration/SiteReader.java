package io.gosling.node.configuration;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.http.Headers;
import io.gosling.netty.http1.ForwardedHeaders;
import io.gosling.node.settings.SiteOriginSettings;
import io.gosling.node.settings.SiteSettings;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import io.gosling.site.Site;
import io.gosling.site.SiteContent;
import io.gosling.site.SiteRules;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressList;
import io.gosling.site.access.UserFile;
import io.gosling.site.compression.Compression;
import io.gosling.site.rules.CorsRule;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RewriteRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Converts one section of {@code sites} to a site; errors are collected, each with its place. Used by one thread. */
final class SiteReader {
    private final Values section;
    private final String where;
    private final Values node;
    final List<String> complaints = new ArrayList<>();
    final List<OriginSettings> origins = new ArrayList<>();

    /** @param node the node's values, the defaults of the site's */
    SiteReader(Values section, Values node, String where) {
        this.node = node;
        this.section = section;
        this.where = where;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T of(Values values) throws IOException;
    }

    /** The site; empty if anything in the section is wrong. */
    Optional<Site> read() {
        List<AccessRule> access = each(SiteSettings.ACCESS, SiteReader::access);
        List<RedirectRule> redirects = each(
                SiteSettings.REDIRECTS,
                rule -> new RedirectRule(
                        required(rule, SiteSettings.FROM),
                        required(rule, SiteSettings.TO),
                        rule.get(SiteSettings.STATUS)));
        List<RewriteRule> rewrites = each(
                SiteSettings.REWRITES,
                rule -> new RewriteRule(required(rule, SiteSettings.FROM), required(rule, SiteSettings.TO)));
        List<HeaderRule> headers = each(SiteSettings.HEADERS, SiteReader::headers);
        List<CorsRule> crossOrigin = each(SiteSettings.CORS, SiteReader::crossOrigin);
        List<PathPattern> forwarded = each(SiteSettings.FORWARDED, this::origin);
        return attempt(
                        section,
                        where,
                        values -> new Site(
                                required(values, SiteSettings.NAME),
                                values.find(SiteSettings.HOSTS).orElse(List.of()),
                                content(values),
                                new SiteRules(
                                        access,
                                        redirects,
                                        rewrites,
                                        headers,
                                        crossOrigin,
                                        forwarded,
                                        errorPages(values))))
                .filter(site -> complaints.isEmpty());
    }

    private <T> List<T> each(Setting<List<Values>> setting, Reading<T> reading) {
        return section.find(setting).orElse(List.of()).stream()
                .flatMap(rule -> attempt(rule, where + ": " + setting.name(), reading).stream())
                .toList();
    }

    private <T> Optional<T> attempt(Values values, String what, Reading<T> reading) {
        try {
            return Optional.of(reading.of(values));
        } catch (IllegalArgumentException | IOException e) {
            complaints.add(values.place() + what + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private static SiteContent content(Values values) {
        return new SiteContent(
                values.find(SiteSettings.ROOTS).orElse(List.of()),
                values.get(SiteSettings.INDEX),
                values.find(SiteSettings.FALL_BACKS).orElse(List.of()),
                values.get(SiteSettings.LISTING),
                new Compression(
                        values.find(SiteSettings.PRECOMPRESSED).orElse(List.of()),
                        values.get(SiteSettings.GZIP),
                        Math.toIntExact(values.get(SiteSettings.LEAST)),
                        Math.toIntExact(values.get(SiteSettings.MOST)),
                        values.find(SiteSettings.EXCEPT).orElse(List.of())),
                values.find(SiteSettings.MEDIA_TYPES).orElse(Map.of()));
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

    private PathPattern origin(Values rule) throws IOException {
        PathPattern path = rule.get(SiteOriginSettings.PATH);
        OriginSettings settings =
                SiteOriginSettings.of(section.find(SiteSettings.NAME).orElse(""), rule, node);
        if (origins.stream().anyMatch(other -> other.mount().path().equals(path.toString()))) {
            throw new IllegalArgumentException(
                    "path: value \"" + path + "\" twice; expected one origin, which may have several servers");
        }
        if (settings.servers().secure()) {
            settings.trust().context();
        }
        origins.add(settings);
        return path;
    }

    private static CorsRule crossOrigin(Values rule) {
        return new CorsRule(
                rule.get(SiteSettings.PATH),
                required(rule, SiteSettings.ORIGINS),
                rule.find(SiteSettings.METHODS).orElse(List.of()),
                rule.find(SiteSettings.REQUEST_HEADERS).orElse(List.of()),
                rule.find(SiteSettings.EXPOSED_HEADERS).orElse(List.of()),
                rule.get(SiteSettings.CREDENTIALS),
                rule.get(SiteSettings.MAX_AGE).toSeconds());
    }

    private static HeaderRule headers(Values rule) {
        HeaderChange response = change(rule, SiteSettings.SET, SiteSettings.REMOVE);
        HeaderChange request = change(rule, SiteSettings.REQUEST_SET, SiteSettings.REQUEST_REMOVE);
        if (response.isNone() && request.isNone()) {
            throw new IllegalArgumentException(
                    "a header rule that changes nothing; expected set, remove, request-set or request-remove");
        }
        Stream.concat(
                        StreamSupport.stream(request.set().spliterator(), false).map(Headers.Field::name),
                        request.remove().stream())
                .filter(ForwardedHeaders::include)
                .forEach(name -> {
                    throw new IllegalArgumentException(
                            "field '" + name + "' names a client, and what an origin is told of"
                                    + " clients is not for rules; expected another name, or origin.client-address");
                });
        return new HeaderRule(rule.get(SiteSettings.PATH), response, rule.get(SiteSettings.ON_ERRORS), request);
    }

    private static HeaderChange change(Values rule, Setting<Map<String, String>> set, Setting<List<String>> remove) {
        Headers fields = Headers.empty();
        for (Map.Entry<String, String> pair : rule.find(set).orElse(Map.of()).entrySet()) {
            fields = fields.plus(pair.getKey(), pair.getValue());
        }
        return new HeaderChange(fields, rule.find(remove).orElse(List.of()));
    }

    private static Map<Integer, DocumentPath> errorPages(Values values) {
        Map<Integer, DocumentPath> pages = new HashMap<>();
        for (Map.Entry<String, String> pair :
                values.find(SiteSettings.ERROR_PAGES).orElse(Map.of()).entrySet()) {
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

    private static <T> T required(Values values, Setting<T> setting) {
        return values.find(setting)
                .orElseThrow(() -> new IllegalArgumentException(
                        setting.name() + ": missing; expected " + setting.kind().expected()));
    }
}
