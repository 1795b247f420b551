package io.gosling.node.settings;

import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginPathMapping;
import io.gosling.origin.upstream.OriginServerAddresses;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.rules.PathPattern;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The settings of one origin of a site: an item of {@code origins}. Defaults are taken from the node's section
 * {@code origin}, whose settings have the same names.
 */
public final class SiteOriginSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<PathPattern> PATH = DECLARED.setting(
            "path",
            SettingType.of(
                    "PATTERN", "a path in which * and ** stand for any text, such as /api/**", PathPattern::parse),
            "/**",
            "Paths that the origin answers.");

    private static final Setting<List<OriginAddress>> SERVERS = DECLARED.optional(
            "servers",
            OriginSettings.ADDRESSES,
            "HTTP servers of the origin that all answer the same; they receive requests in turn.");
    private static final Setting<List<OriginAddress>> BACKUPS = DECLARED.optional(
            "backups",
            OriginSettings.ADDRESSES,
            "Servers that receive requests while no other server of the origin is available.");
    private static final Setting<String> STRIP = DECLARED.optional(
            "strip",
            SettingType.of("PATH", "a path such as /api", text -> text),
            "Beginning of paths that the origin does not see.");
    private static final Setting<String> PREFIX = DECLARED.optional(
            "prefix",
            SettingType.of("PATH", "a path such as /v2", text -> text),
            "Beginning of paths at the origin, put before what is left of them after strip.");

    /** The settings of the section {@code origin} by those of an item, which have no defaults. */
    private static final Map<Setting<?>, Setting<?>> OWN = OriginSettings.OF_ANY.stream()
            .collect(Collectors.toUnmodifiableMap(SiteOriginSettings::withoutSection, Function.identity()));

    public static final List<Setting<?>> ALL = DECLARED.all();

    private SiteOriginSettings() {}

    private static <T> Setting<T> withoutSection(Setting<T> setting) {
        String name = setting.name().substring(setting.section().length() + 1);
        return DECLARED.optional(name, setting.kind(), setting.prose() + " By default as in the section origin.");
    }

    /**
     * An origin.
     *
     * @throws IllegalArgumentException when something is missing, or values that are each right do not go together
     */
    public static OriginSettings of(String site, SettingValues rule, SettingValues node) {
        String path = rule.get(PATH).toString();
        OriginPathMapping mount = new OriginPathMapping(
                site, path, rule.find(STRIP).orElse(""), rule.find(PREFIX).orElse(""));
        OriginServerAddresses servers = new OriginServerAddresses(
                rule.find(SERVERS).orElse(List.of()), rule.find(BACKUPS).orElse(List.of()));
        return new OriginSettings(mount, servers, rule.as(OWN).over(node));
    }
}
