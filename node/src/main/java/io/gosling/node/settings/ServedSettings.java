package io.gosling.node.settings;

import io.gosling.site.access.AddressBlock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The settings of a node's sites and of what they share; they may change while a node with sites runs. */
public final class ServedSettings {
    /** The sites by host name. */
    public static final Setting<List<Values>> SITES = Setting.optional(
            "sites",
            Kind.sections("sites, each with a name, and roots or origins", SiteSettings.ALL),
            "Sites by host name, instead of one directory; see docs/sites.md.");

    /** The proxies that are trusted to name a client's address. */
    public static final Setting<List<AddressBlock>> TRUSTED_PROXIES = Setting.optional(
            "trusted-proxies",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of front-ends whose X-Forwarded-For is believed when clients are let in by address.");

    /** The dispatchers that are trusted to name a client's address. */
    public static final Setting<List<AddressBlock>> DISPATCHED_FROM = Setting.optional(
            "dispatched-from",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "With dispatch on, the addresses of all nodes that dispatch, this one's included, and of front-ends: what they say"
                    + " of clients is believed at serving-port, and at no other.");

    /** The number of passwords that are verified at a time, which bounds the CPU time that guessing them takes. */
    public static final Setting<Integer> PASSWORDS_AT_A_TIME = new Setting<>(
            "passwords.at-a-time",
            Kind.integer("N", 1, 1024),
            "1",
            "Passwords that are compared at the same time; each takes a processor for some tenths of a second.");

    /** The timeout of requests that wait for a password check. */
    public static final Setting<Duration> PASSWORDS_WAIT = new Setting<>(
            "passwords.wait",
            Kind.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
            "2s",
            "How long a request waits until its password is compared; then 503.");

    /** The maximum number of running programs. */
    public static final Setting<Integer> CGI_PROCESSES = new Setting<>(
            "cgi.processes",
            Kind.integer("N", 1, 10_000),
            "16",
            "Programs of sites that run at a time; more requests for them are answered 503.");

    /** The maximum size of a program's log output. */
    public static final Setting<Long> CGI_LOGGED = new Setting<>(
            "cgi.logged",
            Kind.size(0, 1 << 20),
            "4KiB",
            "What one process may say to the log by its standard error; the rest is thrown away.");

    /** The maximum number of local redirects by programs for one request. */
    public static final Setting<Integer> CGI_REDIRECTS = new Setting<>(
            "cgi.redirects",
            Kind.integer("N", 0, 100),
            "10",
            "Redirects within the site that programs may answer one request with, one after the other; then 502.");

    /** In the order of the help text. */
    public static final List<Setting<?>> ALL = List.of(
            SITES,
            TRUSTED_PROXIES,
            DISPATCHED_FROM,
            PASSWORDS_AT_A_TIME,
            PASSWORDS_WAIT,
            CGI_PROCESSES,
            CGI_LOGGED,
            CGI_REDIRECTS);

    private ServedSettings() {}

    /** The addresses that are trusted to name a client's address where a node serves: proxies, and dispatchers. */
    public static List<AddressBlock> believed(Values values) {
        return Stream.of(TRUSTED_PROXIES, DISPATCHED_FROM)
                .flatMap(setting -> values.find(setting).orElse(List.of()).stream())
                .toList();
    }
}
