package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.http.Response;
import io.gosling.netty.Transport;
import io.gosling.netty.TransportKind;
import io.gosling.site.AddressBlock;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.Site;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may purge by the method PURGE, on a node without a cluster. */
class PurgeMethodTest {
    private final Site site = Site.empty().file("a", "alpha");
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");

    @AfterEach
    void close() {
        transport.close();
        site.close();
    }

    private int status(String method, List<AddressBlock> allowed, List<AddressBlock> proxies, String... fields)
            throws Exception {
        try (ObjectSpaceNode space = ObjectSpaceNode.open(
                ObjectSpaceSettings.of("n1", 1 << 20), DocumentRoot.at(site.directory()), transport, Ticker.system())) {
            PurgeMethod purging = new PurgeMethod(allowed, proxies, new PurgeRequests(space));
            return FakeExchange.of(method, "/a", fields)
                    .answeredBy(request -> purging.filter(request, next -> Response.of(404)))
                    .status();
        }
    }

    @Test
    void nobodyMayUnlessListed() throws Exception {
        var loopback = List.of(AddressBlock.parse("127.0.0.0/8"));
        var others = List.of(AddressBlock.parse("192.0.2.0/24"));
        assertEquals(403, status("PURGE", List.of(), List.of(), "Host", "localhost"));
        assertEquals(403, status("PURGE", others, List.of(), "Host", "localhost"));
        assertEquals(200, status("PURGE", loopback, List.of(), "Host", "localhost"));
        assertEquals(404, status("GET", List.of(), List.of(), "Host", "localhost"), "passed on");
    }

    @Test
    void whoSaysThatSomebodyElseAsksIsNotBelievedAndATrustedProxyIs() throws Exception {
        var clients = List.of(AddressBlock.parse("192.0.2.0/24"));
        var loopback = List.of(AddressBlock.parse("127.0.0.0/8"));
        String[] said = {"Host", "localhost", "X-Forwarded-For", "192.0.2.7"};
        assertEquals(403, status("PURGE", clients, List.of(), said), "anybody can write that");
        assertEquals(200, status("PURGE", clients, loopback, said));
        assertEquals(403, status("PURGE", loopback, loopback, said), "the proxy is not its client");
    }
}
