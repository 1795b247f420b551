package io.gosling.netty.http1;

import java.util.Arrays;
import java.util.List;

/**
 * The request headers that name the client, the address, host or scheme it asked, or the path before it was
 * rewritten. Proxies and CDNs write them, frameworks believe them, and any client can send them: they mean something
 * from a trusted proxy only, and must not have a part in a response that is stored for everyone. Names are compared
 * as {@link HeaderNameMatcher} does. Pure. Headers that name the method or the user are not among them.
 */
public final class ForwardingHeaderNames {
    /** Whole families: {@code X-Forwarded-Host}, {@code X-ForwardedFor}, {@code WL-Proxy-SSL} and the like. */
    private static final List<String> BEGINNINGS = List.of(
            "x-forwarded",
            "forwarded",
            "x-appengine-",
            "x-envoy-original-",
            "wl-proxy-", // WebLogic
            "$ws", // WebSphere: $WSRA is the address, $WSSC the scheme
            // Back-ends that read headers as variables: HTTP_X_FORWARDED_FOR.
            "http-forwarded",
            "http-x-forwarded");

    private static final String[][] NAMES = byLength(
            // the client's address
            """
            ali-cdn-real-ip cdn-src-ip cf-connecting-ip cf-connecting-ipv6 cf-ipcountry
            cf-pseudo-ipv4 client-ip cloudfront-viewer-address do-connecting-ip fastly-client
            fastly-client-ip fly-client-ip http-client-ip http-x-cluster-client-ip incap-client-ip
            proxy-client-ip remote-addr true-client-ip x-akamai-edgescape x-azure-clientip
            x-azure-socketip x-client-ip x-client-port x-client-real-ip x-clientip
            x-cluster-client-ip x-envoy-downstream-service-cluster x-envoy-downstream-service-node
            x-envoy-external-address x-envoy-internal x-envoy-peer-metadata x-envoy-peer-metadata-id
            x-nf-client-connection-ip x-original-for x-original-forwarded-for x-original-remote-addr
            x-originating-ip x-proxyuser-ip x-real-ip x-real-port x-remote-addr x-remote-ip
            x-remote-port x-sucuri-clientip x-true-client-ip x-vercel-forwarded-for
            x-vercel-proxied-for
            """,
            // the scheme
            """
            cf-visitor cloudfront-forwarded-proto fastly-ssl fly-forwarded-port fly-forwarded-proto
            fly-forwarded-ssl front-end-https x-arr-ssl x-original-proto x-original-scheme x-scheme
            x-url-scheme
            """,
            // the host
            """
            x-host x-host-override x-http-host-override x-original-host x-original-to
            """,
            // the path
            """
            x-http-destinationurl x-ingress-path x-invoke-path x-matched-path x-ms-original-url
            x-original-path x-original-prefix x-original-uri x-original-url x-replaced-path
            x-rewrite-url x-script-name x-unencoded-url x-waws-unencoded-url
            """);

    private ForwardingHeaderNames() {}

    /** Returns true if a header is one of them. Allocates nothing. */
    public static boolean include(CharSequence name) {
        int length = name.length();
        if (length < NAMES.length) {
            for (String claim : NAMES[length]) {
                if (HeaderNameMatcher.begins(name, claim)) {
                    return true;
                }
            }
        }
        return HeaderNameMatcher.beginsInOneWay(name, BEGINNINGS);
    }

    private static String[][] byLength(String... groups) {
        List<String> all = Arrays.stream(groups)
                .flatMap(names -> Arrays.stream(names.strip().split("\\s+")))
                .toList();
        int longest = all.stream().mapToInt(String::length).max().orElse(0);
        String[][] sorted = new String[longest + 1][];
        for (int at = 0; at < sorted.length; at++) {
            int length = at;
            sorted[at] = all.stream().filter(name -> name.length() == length).toArray(String[]::new);
        }
        return sorted;
    }
}
