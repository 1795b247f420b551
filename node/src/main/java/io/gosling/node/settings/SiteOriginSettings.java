package io.gosling.node.settings;

import io.gosling.origin.upstream.Mount;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.UpstreamServers;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import io.gosling.site.rules.PathPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of one origin of a site: an item of {@code origins}. Defaults are taken from the node's section
 * {@code origin}, whose settings have the same names.
 */
public final class SiteOriginSettings {
    private static final Declarations DECLARED = new Declarations();

    /** The paths that the origin serves. */
    public static final Setting<PathPattern> PATH = DECLARED.setting(
            "path",
            Kind.of("PATTERN", "a path in which * and ** stand for any text, such as /api/**", PathPattern::parse),
            "/**",
            "The paths that it answers.");

    static final Setting<List<OriginAddress>> SERVERS = DECLARED.optional(
            "servers", UpstreamSettings.ADDRESSES, "HTTP servers that all answer the same; asked in turn.");
    static final Setting<List<OriginAddress>> BACKUPS = DECLARED.optional(
            "backups", UpstreamSettings.ADDRESSES, "Servers that are asked while none of the others can be.");
    static final Setting<String> STRIP = DECLARED.optional(
            "strip", Kind.of("PATH", "a path such as /api", text -> text), "What is left off the beginning of paths.");
    static final Setting<String> PREFIX = DECLARED.optional(
            "prefix", Kind.of("PATH", "a path such as /v2", text -> text), "What is put before paths instead.");

    /** A setting of the section {@code origin} by its own, which has no default. */
    private static final Map<Setting<?>, Setting<?>> OWN = own();

    static final List<Setting<?>> ALL = all();

    private SiteOriginSettings() {}

    private static Map<Setting<?>, Setting<?>> own() {
        Map<Setting<?>, Setting<?>> own = new HashMap<>();
        for (Setting<?> setting : UpstreamSettings.OF_ANY) {
            own.put(withoutSection(setting), setting);
        }
        return Map.copyOf(own);
    }

    private static <T> Setting<T> withoutSection(Setting<T> setting) {
        String name = setting.name().substring(setting.section().length() + 1);
        return DECLARED.optional(name, setting.kind(), setting.prose() + " By default as in the section origin.");
    }

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>(List.of(PATH, SERVERS, BACKUPS, STRIP, PREFIX));
        UpstreamSettings.OF_ANY.forEach(setting -> all.add(withoutSection(setting)));
        return List.copyOf(all);
    }

    /**
     * An origin.
     *
     * @param site the site's name
     * @param rule the item
     * @param node the settings of the node
     * @throws IllegalArgumentException when something is missing, or values that are each right do not go together
     */
    public static OriginSettings of(String site, Values rule, Values node) {
        String path = rule.get(PATH).toString();
        Mount mount = new Mount(
                site, path, rule.find(STRIP).orElse(""), rule.find(PREFIX).orElse(""));
        UpstreamServers servers = new UpstreamServers(
                rule.find(SERVERS).orElse(List.of()), rule.find(BACKUPS).orElse(List.of()));
        return UpstreamSettings.of(mount, servers, rule.as(OWN).over(node));
    }
}
