package io.gosling.node.configuration;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.node.settings.SiteOriginSettings;
import io.gosling.node.settings.SiteSettings;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.routes.RouteSectionReader;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import io.gosling.site.Site;
import io.gosling.site.SiteContent;
import io.gosling.site.SiteRules;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressAccessList;
import io.gosling.site.access.UserFile;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RouteRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts one section of {@code sites} to a site; errors are collected, each with its place. Used by one thread. */
final class SiteSectionConverter {
    private final SettingValues section;
    private final String where;
    private final SettingValues node;
    final List<String> complaints = new ArrayList<>();
    final List<OriginSettings> origins = new ArrayList<>();

    /** @param node the node's values, the defaults of the site's */
    SiteSectionConverter(SettingValues section, SettingValues node, String where) {
        this.node = node;
        this.section = section;
        this.where = where;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T of(SettingValues values) throws IOException;
    }

    /** The site; empty if anything in the section is wrong. */
    Optional<Site> read() {
        List<AccessRule> access = each(SiteSettings.ACCESS, SiteSectionConverter::access);
        List<RouteRules> routes = each(SiteSettings.ROUTES, RouteSectionReader::route);
        List<PathPattern> forwarded = each(SiteSettings.FORWARDED, this::origin);
        return attempt(
                        section,
                        where,
                        values -> new Site(
                                required(values, SiteSettings.NAME),
                                values.find(SiteSettings.HOSTS).orElse(List.of()),
                                content(values),
                                new SiteRules(access, RouteRules.of(routes), forwarded, errorPages(values))))
                .filter(site -> complaints.isEmpty());
    }

    private <T> List<T> each(Setting<List<SettingValues>> setting, Reading<T> reading) {
        return section.find(setting).orElse(List.of()).stream()
                .flatMap(rule -> attempt(rule, where + ": " + setting.name(), reading).stream())
                .toList();
    }

    private <T> Optional<T> attempt(SettingValues values, String what, Reading<T> reading) {
        try {
            return Optional.of(reading.of(values));
        } catch (IllegalArgumentException | IOException e) {
            complaints.add(values.place() + what + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private static SiteContent content(SettingValues values) {
        return new SiteContent(
                values.find(SiteSettings.ROOTS).orElse(List.of()),
                values.get(SiteSettings.INDEX),
                values.find(SiteSettings.FALL_BACKS).orElse(List.of()),
                values.get(SiteSettings.LISTING),
                new CompressionRules(
                        values.find(SiteSettings.PRECOMPRESSED).orElse(List.of()),
                        values.get(SiteSettings.GZIP),
                        Math.toIntExact(values.get(SiteSettings.LEAST)),
                        Math.toIntExact(values.get(SiteSettings.MOST)),
                        values.find(SiteSettings.EXCEPT).orElse(List.of())),
                values.find(SiteSettings.MEDIA_TYPES).orElse(Map.of()));
    }

    private static AccessRule access(SettingValues rule) throws IOException {
        Path file = rule.find(SiteSettings.USERS).orElse(null);
        return new AccessRule(
                rule.get(SiteSettings.PATH),
                new AddressAccessList(
                        rule.find(SiteSettings.ALLOW).orElse(List.of()),
                        rule.find(SiteSettings.DENY).orElse(List.of())),
                users(file),
                rule.get(SiteSettings.REALM));
    }

    private static @Nullable UserFile users(@Nullable Path file) throws IOException {
        try {
            return file == null ? null : UserFile.at(file);
        } catch (IOException e) {
            throw new IOException("users: " + file + " cannot be read: " + e, e);
        }
    }

    private PathPattern origin(SettingValues rule) throws IOException {
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

    private static Map<Integer, DocumentPath> errorPages(SettingValues values) {
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

    private static <T> T required(SettingValues values, Setting<T> setting) {
        return values.find(setting)
                .orElseThrow(() -> new IllegalArgumentException(
                        setting.name() + ": missing; expected " + setting.kind().expected()));
    }
}
