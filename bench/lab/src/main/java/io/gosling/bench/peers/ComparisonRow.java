package io.gosling.bench.peers;

import java.util.Arrays;
import java.util.List;

/** The rows of the comparison, in the order of the table: the measured quantity, its unit, and the goal. */
enum ComparisonRow {
    KB_1("1k", "1 KB, kept alive", Unit.OF_NGINX, 0.95, ComparisonLoad.KB_1),
    KB_10("10k", "10 KB, kept alive", Unit.OF_NGINX, 1.0, ComparisonLoad.KB_10),
    KB_100("100k", "100 KB, kept alive", Unit.OF_NGINX, 0.95, ComparisonLoad.KB_100),
    MB_1("1m", "1 MB, kept alive", Unit.OF_NGINX, 1.0, ComparisonLoad.wrk("1m.bin")),
    PIPELINED("pipelined", "1 KB, 16 requests at once", Unit.OF_NGINX, 0.15, ComparisonLoad.pipelined("1k.bin")),
    HTTP2("h2", "1 KB, HTTP/2 over TLS", Unit.OF_NGINX, 0.3, ComparisonLoad.http2("1k.bin")),
    TLS("tls", "1 KB, TLS 1.3, kept alive", Unit.OF_NGINX, 1.1, ComparisonLoad.KB_1.overTls()),
    CLOSE("close", "1 KB, a new connection for each request", Unit.OF_NGINX, 1.2, ComparisonLoad.KB_1_CLOSED),
    LOG("log", "1 KB, kept alive, access log on", Unit.OF_NGINX, Double.NaN, ComparisonLoad.KB_1),
    SITES(
            "sites",
            "1 KB, kept alive, the second of two sites",
            Unit.OF_NGINX,
            Double.NaN,
            ComparisonLoad.KB_1_SECOND_SITE),
    COLD("cold", "8 KB of 48 MB, kept alive, 2 MiB of memory", Unit.OF_NGINX, Double.NaN, ComparisonLoad.randomFiles()),
    COLD_START("cold-start", "the same, in the first 10 s", Unit.OF_NGINX, Double.NaN, ComparisonLoad.randomFiles()),
    LOOPS("loops", "1 KB, kept alive, two event loops", Unit.OF_ONE_LOOP, 1.1, ComparisonLoad.KB_1),
    IDLE("idle", "an idle connection, of 10 000, resident", Unit.BYTES, 3072, ComparisonLoad.KB_1),
    HEAP("heap", "heap allocated for a request of 1 KB", Unit.BYTES, 300, ComparisonLoad.KB_1),
    HEAP_LOG("heap-log", "the same with an access log", Unit.BYTES, 300, ComparisonLoad.KB_1),
    PROXY_1K("proxy-1k", "front-end alone, 1 KB", Unit.OF_HAPROXY, 0.95, ComparisonLoad.KB_1),
    PROXY_10K("proxy-10k", "front-end alone, 10 KB", Unit.OF_HAPROXY, 0.95, ComparisonLoad.KB_10),
    PROXY_100K("proxy-100k", "front-end alone, 100 KB", Unit.OF_HAPROXY, 0.85, ComparisonLoad.KB_100),
    CHAIN_1K("chain-1k", "front-end and node, 1 KB from memory", Unit.OF_CHAIN, 0.7, ComparisonLoad.KB_1),
    HANDOFF_100K(
            "handoff-100k",
            "front-end alone, 100 KB, kept alive, handed over",
            Unit.OF_PROXYING,
            0.2,
            ComparisonLoad.KB_100),
    HANDOFF_CLOSE(
            "handoff-close",
            "front-end alone, 1 KB, a new connection for each request, handed over",
            Unit.OF_PROXYING,
            Double.NaN,
            ComparisonLoad.KB_1_CLOSED);

    enum Unit {
        OF_NGINX("of nginx"),
        OF_ONE_LOOP("of one loop"),
        OF_HAPROXY("of HAProxy"),
        OF_CHAIN("of HAProxy and Varnish"),
        OF_PROXYING("of proxying"),
        BYTES("bytes");

        final String text;

        Unit(String text) {
            this.text = text;
        }

        /** The servers whose figures Gosling's are divided by: of several the lowest counts. */
        List<String> yardsticks() {
            return switch (this) {
                case OF_NGINX -> List.of(OtherServers.NGINX.label(), OtherServers.NGINX_SENDFILE.label());
                case OF_ONE_LOOP -> List.of(OwnServers.ONE_LOOP);
                case OF_HAPROXY -> List.of(OtherServers.HAPROXY_PROXY.label());
                case OF_CHAIN -> List.of(OtherServers.HAPROXY_AND_VARNISH.label());
                case OF_PROXYING -> List.of(OwnServers.PROXIED);
                case BYTES -> List.of();
            };
        }

        int places() {
            return this == BYTES ? 0 : 2;
        }
    }

    final String label;
    final String what;
    final Unit unit;
    /** Not a number where there is none. */
    final double goal;

    final ComparisonLoad load;

    ComparisonRow(String label, String what, Unit unit, double goal, ComparisonLoad load) {
        this.label = label;
        this.what = what;
        this.unit = unit;
        this.goal = goal;
        this.load = load;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(row -> row.label).toList();
    }

    boolean hasGoal() {
        return !Double.isNaN(goal);
    }

    ServerVariant dress() {
        return switch (this) {
            case LOG -> ServerVariant.ACCESS_LOG;
            case SITES -> ServerVariant.TWO_SITES;
            case COLD, COLD_START -> ServerVariant.LITTLE_MEMORY;
            default -> ServerVariant.PLAIN;
        };
    }
}
