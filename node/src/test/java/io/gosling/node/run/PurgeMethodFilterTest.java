package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.http.Response;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.settings.SettingValues;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.Site;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the permissions of the method PURGE, without a cluster. */
class PurgeMethodFilterTest {
    private static final String LOOPBACK = "127.0.0.0/8";
    private static final String OTHERS = "192.0.2.0/24";

    private final Site site = Site.empty().file("a", "alpha");
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");

    @AfterEach
    void close() {
        transport.close();
        site.close();
    }

    private static SettingValues values(String allowed, String proxies) {
        SettingValues values = SettingValues.none();
        values = allowed.isEmpty() ? values : values.with(NodeSettings.PURGE_FROM, List.of(allowed));
        return proxies.isEmpty() ? values : values.with(NodeSitesSettings.TRUSTED_PROXIES, List.of(proxies));
    }

    private ObjectSpaceNode space() throws IOException {
        return ObjectSpaceNode.open(
                ObjectSpaceSettings.of("n1", 1 << 20), DocumentRoot.at(site.directory()), transport, Ticker.system());
    }

    private static int status(PurgeMethodFilter purging, String method, String... fields) throws Exception {
        return FakeExchange.of(method, "/a", fields)
                .answeredBy(request -> purging.filter(request, next -> Response.of(404)))
                .status();
    }

    private int status(String method, String allowed, String proxies, String... fields) throws Exception {
        try (ObjectSpaceNode space = space()) {
            return status(new PurgeMethodFilter(values(allowed, proxies), new PurgeHandler(space)), method, fields);
        }
    }

    @Test
    void nobodyMayUnlessListed() throws Exception {
        assertEquals(403, status("PURGE", "", "", "Host", "localhost"));
        assertEquals(403, status("PURGE", OTHERS, "", "Host", "localhost"));
        assertEquals(200, status("PURGE", LOOPBACK, "", "Host", "localhost"));
        assertEquals(404, status("GET", "", "", "Host", "localhost"), "passed on");
    }

    @Test
    void whoSaysThatSomebodyElseAsksIsNotBelievedAndATrustedProxyIs() throws Exception {
        String[] said = {"Host", "localhost", "X-Forwarded-For", "192.0.2.7"};
        assertEquals(403, status("PURGE", OTHERS, "", said), "anybody can write that");
        assertEquals(200, status("PURGE", OTHERS, LOOPBACK, said));
        assertEquals(403, status("PURGE", LOOPBACK, LOOPBACK, said), "the proxy is not its client");
    }

    @Test
    void aReloadChangesWhoMayAndTheProxiesWhereSitesFollowThem() throws Exception {
        String[] said = {"Host", "localhost", "X-Forwarded-For", "192.0.2.7"};
        ReloadablePart sites = new ReloadablePart(NodeSitesSettings.ALL, read -> () -> {});
        ReloadablePart origin = new ReloadablePart(List.of(), read -> () -> {});
        SettingValues start = values("", "");
        try (ObjectSpaceNode space = space()) {
            PurgeMethodFilter purging = new PurgeMethodFilter(start, new PurgeHandler(space));
            Runnable taken = purging.part(start, origin).preparation().prepare(values(LOOPBACK, ""));
            assertEquals(403, status(purging, "PURGE", "Host", "localhost"), "prepared is not taken over");
            taken.run();
            assertEquals(200, status(purging, "PURGE", "Host", "localhost"));
            purging.part(start, origin)
                    .preparation()
                    .prepare(values(OTHERS, LOOPBACK))
                    .run();
            assertEquals(403, status(purging, "PURGE", said), "the proxies are those of the start");
            purging.part(start, sites)
                    .preparation()
                    .prepare(values(OTHERS, LOOPBACK))
                    .run();
            assertEquals(200, status(purging, "PURGE", said));
            purging.part(start, sites).preparation().prepare(start).run();
            assertEquals(403, status(purging, "PURGE", said));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"url=/img/*", "prefix=/img/*", "url=http://o.test/*", "host=*.o.test"})
    void aStarIsNoWildcardAndSaysSo(String form) throws Exception {
        try (ObjectSpaceNode space = space()) {
            FakeExchange answered = FakeExchange.post(
                            "/purge", form, "Content-Type", "application/x-www-form-urlencoded")
                    .answeredBy(new PurgeHandler(space).form());
            assertEquals(400, answered.status());
            assertTrue(answered.responseText().contains("--prefix /img/"), answered.responseText());
        }
    }
}
