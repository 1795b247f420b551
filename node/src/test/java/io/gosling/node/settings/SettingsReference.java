package io.gosling.node.settings;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Describes settings in Markdown: the page docs/settings.md. Pure. */
public final class SettingsReference {
    private static final String TOP = "";
    private static final String HEAD = """
        # Settings

        Every setting of `gosling serve` and `gosling dispatch`, by sections of their YAML files. Each but a list \
        of sections is also a flag. This page is written from the declarations in the program; do not edit it. To \
        write it again, run the test `SettingsTest` with `-Dgosling.write-schemas=true`.

        A setting with *yes* under "reload" may change while the process runs (see \
        [change.md](change.md#reload), which also says under which conditions); the others change with a \
        restart.
        """;

    /** The lists of all parts of a reload; some parts are there only with sites, HTTPS or dispatch. */
    private static final List<Setting<?>> LIVE = SettingDeclarations.inOrder(List.of(
            FrontEndSettings.LIVE,
            NodeSitesSettings.LIVE,
            TlsSettings.LIVE,
            List.of(NodeSettings.PURGE_FROM, CommonSettings.LOG_LEVEL, BackendSource.FIXED),
            AccessLogSettings.ALL));

    private final List<String> lines = new ArrayList<>();
    private final Set<Setting<?>> live;

    private SettingsReference(List<Setting<?>> live) {
        this.live = new HashSet<>(live);
    }

    public static String page() {
        return HEAD + "\n" + verb("gosling serve", NodeSettings.ALL, LIVE) + "\n"
                + verb("gosling dispatch", DispatchSettings.ALL, LIVE);
    }

    /** The settings of one verb. */
    public static String verb(String verb, List<Setting<?>> settings, List<Setting<?>> live) {
        SettingsReference reference = new SettingsReference(live);
        reference.lines.add("## " + verb);
        Map<String, List<Setting<?>>> sections = new LinkedHashMap<>();
        sections.put(TOP, new ArrayList<>());
        for (Setting<?> setting : settings) {
            sections.computeIfAbsent(setting.section(), name -> new ArrayList<>())
                    .add(setting);
        }
        sections.forEach((name, those) ->
                reference.table(name.equals(TOP) ? "Outside of sections" : "Section `" + name + "`", those, ""));
        settings.forEach(setting -> reference.inner(setting, ""));
        return String.join("\n", reference.lines) + "\n";
    }

    /** The settings of each section, where the value of a setting is a list of those. */
    private void inner(Setting<?> setting, String within) {
        if (setting.kind().shape() == SettingType.Shape.SECTIONS) {
            String name = within + setting.name();
            boolean changes = live.contains(setting);
            if (changes) {
                live.addAll(setting.kind().inner());
            }
            table("Items of `" + name + "`", setting.kind().inner(), name);
            setting.kind().inner().forEach(one -> inner(one, name + "."));
        }
    }

    /** @param items the name of the list whose items have these settings, which then have no flags; or empty */
    private void table(String title, List<Setting<?>> settings, String items) {
        if (settings.isEmpty()) {
            return;
        }
        lines.addAll(List.of("", "### " + title, ""));
        boolean flags = items.isEmpty();
        lines.add(
                flags
                        ? "| setting | flag | value | default | reload | effect |"
                        : "| setting | value | default | reload | effect |");
        lines.add(flags ? "|---|---|---|---|---|---|" : "|---|---|---|---|---|");
        settings.forEach(setting -> lines.add(line(setting, flags, live.contains(setting))));
    }

    static String line(Setting<?> setting, boolean hasFlag, boolean live) {
        SettingType<?> kind = setting.kind();
        String flag = kind.shape() == SettingType.Shape.SECTIONS
                ? ""
                : code(setting.equals(NodeSettings.DIR) ? kind.label() : setting.flag() + " " + kind.label());
        String initial = setting.initial();
        return "| " + code(setting.name()) + " | " + (hasFlag ? flag + " | " : "") + cell(kind.expected()) + " | "
                + (initial == null ? "" : code(initial)) + " | " + (live ? "yes" : "") + " | "
                + cell(setting.prose()) + " |";
    }

    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
    }
}
