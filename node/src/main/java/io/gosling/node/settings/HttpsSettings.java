package io.gosling.node.settings;

import io.gosling.netty.tls.TlsSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.time.Duration;
import java.util.List;

/** Settings for clients over TLS, on nodes and front-ends alike, with those of {@link TlsSettings}. */
public final class HttpsSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Integer> PORT = DECLARED.optional(
            "https-port",
            SettingType.integer("PORT", 0, 65535),
            "Port for clients over TLS; 0 takes a free one. Without it there is no TLS.");

    public static final Setting<Boolean> REDIRECT = DECLARED.setting(
            "https-redirect",
            SettingType.toggle(),
            "off",
            "on answers everything on --port with a redirect (308) to HTTPS."
                    + " Not for nodes behind a front-end, which speaks plain HTTP to them.");

    public static final Setting<Integer> REDIRECT_PORT = DECLARED.setting(
            "https-redirect-port",
            SettingType.integer("PORT", 0, 65535),
            "0",
            "Port in redirects to HTTPS, where it differs from the port that is listened on; 0 means --https-port.");

    public static final Setting<Duration> HSTS = DECLARED.setting(
            "hsts.max-age",
            SettingType.duration(Duration.ZERO, Duration.ofDays(3650)),
            "0s",
            "Time for which browsers use nothing but HTTPS (Strict-Transport-Security); 0s sends no such header.");

    public static final Setting<Boolean> HSTS_SUBDOMAINS = DECLARED.setting(
            "hsts.subdomains",
            SettingType.toggle(),
            "off",
            "on extends hsts.max-age to all subdomains (includeSubDomains).");

    public static final Setting<Boolean> HSTS_PRELOAD = DECLARED.setting(
            "hsts.preload",
            SettingType.toggle(),
            "off",
            "on permits browsers to include the name in their lists for HSTS (preload), which is hard to undo.");

    public static final List<Setting<?>> ALL = SettingDeclarations.inOrder(List.of(DECLARED.all(), TlsSettings.ALL));

    private HttpsSettings() {}
}
