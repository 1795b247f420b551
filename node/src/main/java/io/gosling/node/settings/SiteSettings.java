package io.gosling.node.settings;

import io.gosling.routes.RouteSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.PathPattern;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The settings of one site: an item of {@code sites} in a node's configuration file. */
public final class SiteSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final SettingDeclarations OF_ACCESS = new SettingDeclarations();

    private static final SettingType<String> TEXT = SettingType.text("TEXT", "text");
    private static final SettingType<List<String>> TEXTS = SettingType.list("TEXT", "a list of texts", text -> text);

    public static final Setting<String> NAME =
            DECLARED.optional("name", TEXT, "Name of the site in the object space; the same on every node.");
    public static final Setting<List<String>> HOSTS = DECLARED.optional(
            "hosts", TEXTS, "Host names such as example.org or *.example.org; none for all that no other site has.");
    public static final Setting<List<Path>> ROOTS = DECLARED.optional(
            "roots",
            SettingType.list("DIR", "a list of directories", Path::of),
            "Directories; the first that has a document gives it. Not needed where origins answer all.");
    public static final Setting<List<String>> INDEX = DECLARED.setting(
            "index", TEXTS, "index.html", "Names that are tried when a directory is requested, in order.");
    public static final Setting<List<String>> FALL_BACKS = DECLARED.optional(
            "fall-backs", TEXTS, "Paths that are tried when a path has no document, such as {path}.html or /app.html.");
    public static final Setting<Boolean> LISTING = DECLARED.setting(
            "listing", SettingType.toggle(), "off", "on shows the contents of a directory without an index.");
    public static final Setting<Map<String, String>> ERROR_PAGES = DECLARED.optional(
            "error-pages",
            SettingType.pairs("STATUS=PATH", "statuses from 400 to 599, each with the path of a page"),
            "Pages of the site that are shown for errors.");
    public static final Setting<Map<String, String>> MEDIA_TYPES = DECLARED.optional(
            "media-types",
            SettingType.pairs("EXTENSION=TYPE", "extensions of file names, each with a media type"),
            "Media types by extension, in place of the usual ones; sent as written, so with a charset where there"
                    + " should be one.");

    public static final Setting<List<SettingValues>> ROUTES = DECLARED.optional(
            "routes",
            RouteSettings.OF_SITES,
            "Paths, each with actions: redirects, rewrites, headers, and permissions of scripts of other origins.");

    public static final Setting<PathPattern> PATH =
            OF_ACCESS.setting("path", RouteSettings.PATH.kind(), "/**", "Paths that the rule applies to.");
    public static final Setting<List<AddressBlock>> ALLOW = OF_ACCESS.optional(
            "allow",
            SettingType.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of clients that are allowed; all by default.");
    public static final Setting<List<AddressBlock>> DENY = OF_ACCESS.optional(
            "deny",
            SettingType.list("ADDRESSES", "addresses or blocks such as 10.9.0.0/16", AddressBlock::parse),
            "Addresses of clients that are refused.");
    public static final Setting<Path> USERS = OF_ACCESS.optional(
            "users",
            SettingType.path("FILE", "a file"),
            "File with users and passwords; gosling password makes its lines.");
    public static final Setting<String> REALM =
            OF_ACCESS.setting("realm", TEXT, "restricted", "Text that browsers show when they ask for the password.");
    public static final Setting<List<SettingValues>> ACCESS = DECLARED.optional(
            "access",
            SettingType.sections("rules, each with path", OF_ACCESS.all()),
            "Access by path; all rules that match must allow a client.");

    public static final Setting<List<SettingValues>> FORWARDED = DECLARED.optional(
            "origins",
            SettingType.sections("origins, each with servers", SiteOriginSettings.ALL),
            "Other servers that answer some paths; the first rule that matches counts. See docs/caching.md.");

    public static final Setting<List<ContentCoding>> PRECOMPRESSED = DECLARED.optional(
            "compression.precompressed",
            SettingType.list("CODING", "a list of br, zstd, gzip", SiteSettings::coding),
            "Codings whose files lie beside the documents: page.html.br, .zst, .gz.");
    public static final Setting<Boolean> GZIP = DECLARED.setting(
            "compression.gzip",
            SettingType.toggle(),
            "off",
            "on compresses texts on this node: documents once while they are in memory, other answers as they are"
                    + " sent.");
    public static final Setting<Long> LEAST = DECLARED.setting(
            "compression.least",
            SettingType.size(0, 1L << 30),
            "1KiB",
            "Size below which nothing is compressed by compression.gzip.");
    public static final Setting<Long> MOST = DECLARED.setting(
            "compression.most",
            SettingType.size(0, 1L << 30),
            "4MiB",
            "Size above which nothing is compressed by compression.gzip.");
    public static final Setting<List<PathPattern>> EXCEPT = DECLARED.optional(
            "compression.except",
            SettingType.list("PATTERN", "a list of paths in which * and ** stand for any text", PathPattern::parse),
            "Paths at which answers of origins and listings are not compressed, such as those of pages with secrets.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private SiteSettings() {}

    private static ContentCoding coding(String token) {
        ContentCoding coding = ContentCoding.named(token);
        if (coding == null) {
            throw new IllegalArgumentException("no coding: " + token);
        }
        return coding;
    }
}
