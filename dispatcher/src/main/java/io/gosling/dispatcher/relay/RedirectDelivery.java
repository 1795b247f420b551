package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.ForwardingHeaderAppender;
import io.gosling.http.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Redirects clients to the chosen back-end by 307 (RFC 9110, section 15.4.8), with path and query unchanged. All other
 * requests are relayed: other methods than GET and HEAD, bodies, protocol upgrades, HTTPS if the back-end offers
 * clients only HTTP, and back-ends without a public URL.
 *
 * <p>A request that names the public host of any back-end was redirected there, or went there by itself: it is relayed
 * to the back-end that the policy chooses, and never redirected again. So there is no loop, even if such a name leads
 * back to a front-end.
 */
final class RedirectDelivery implements DeliveryStrategy {
    private final Duration load;
    private volatile Set<String> hosts = Set.of();

    /** @param load time for which a redirected request counts as load of its back-end */
    RedirectDelivery(Duration load) {
        this.load = load;
    }

    @Override
    public void backends(List<Backend> all) {
        Set<String> known = new HashSet<>();
        for (Backend backend : all) {
            BackendPublicUrl url = backend.publicUrl();
            if (url != null) {
                known.addAll(url.hosts());
            }
        }
        hosts = Set.copyOf(known);
    }

    @Override
    public void deliver(RequestRelay assigned) {
        BackendPublicUrl url = assigned.chosen().publicUrl();
        if (url == null || !mayBeSent(assigned.request) || wouldLoseItsSecrecy(assigned.request, url)) {
            assigned.relay();
            return;
        }
        Headers there = Headers.of("Location", url + assigned.request.outgoing().uri());
        assigned.redirect(new LocalResponse(307, "another server has this", there), load);
    }

    /** True for an HTTPS request that would be repeated in the clear. */
    private static boolean wouldLoseItsSecrecy(ClientRequestHead request, BackendPublicUrl url) {
        String asked = request.outgoing().headers().get(ForwardingHeaderAppender.PROTO, "");
        return asked.regionMatches(true, 0, "https", 0, "https".length())
                && !url.scheme().equals("https");
    }

    private boolean mayBeSent(ClientRequestHead request) {
        HttpMethod method = request.outgoing().method();
        String host = request.outgoing().headers().get(HttpHeaderNames.HOST, "");
        return (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
                && !request.hasBody()
                && request.upgrade() == null
                && !hosts.contains(BackendPublicUrl.canonical(host));
    }
}
