package io.gosling.dispatcher.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.settings.SettingValues;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientRequestHeadTest {
    private final DefaultHttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/a?b");

    @Test
    void fieldsOfOneConnectionStayOnIt() {
        request.headers()
                .set("Host", "example.com")
                .set("Connection", "keep-alive, X-Secret, close, host")
                .set("X-Secret", "1")
                .set("Keep-Alive", "timeout=5")
                .set("Proxy-Connection", "keep-alive")
                .set("TE", "gzip")
                .set("Trailer", "X-Sum")
                .set("Upgrade", "websocket")
                .set("Proxy-Authorization", "Basic eA==")
                .set("HTTP2-Settings", "AAMAAABk")
                .set("Accept", "text/html");
        ClientRequestHead head = read("192.0.2.7", new RelaySettings(SettingValues.none()));
        HttpHeaders sent = head.outgoing().headers();
        assertEquals(
                Set.of(
                        "host",
                        "accept",
                        "via",
                        "forwarded",
                        "x-forwarded-for",
                        "x-forwarded-proto",
                        "x-forwarded-host"),
                Set.copyOf(sent.names().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList()));
        assertFalse(head.keepAlive());
    }

    @Test
    void whoTakesTrailersSaysSoToTheNext() {
        request.headers().set("Host", "x").set("TE", "gzip;q=0.5, Trailers").set("Connection", "TE");
        HttpHeaders sent = read("192.0.2.7", new RelaySettings(SettingValues.none()))
                .outgoing()
                .headers();
        assertEquals("trailers", sent.get("TE"));
        assertEquals("te", sent.get("Connection"));
    }

    @Test
    void whatProgramsCannotTellFromAFieldOfTheFrontEndIsNotBelievedEither() {
        request.headers()
                .set("Host", "x")
                .set("X_Forwarded_For", "10.0.0.1")
                .set("X-Forwarded-Port", "443")
                .set("X_Real-IP", "10.0.0.1")
                .set("Gosling_Fetch", "memory");
        HttpHeaders sent = read("192.0.2.7", new RelaySettings(SettingValues.none()))
                .outgoing()
                .headers();
        for (String name : java.util.List.of("X_Forwarded_For", "X-Forwarded-Port", "X_Real-IP", "Gosling_Fetch")) {
            assertFalse(sent.contains(name), name);
        }
        assertEquals("192.0.2.7", sent.get("X-Forwarded-For"));
    }

    @Test
    void whatTheBackEndIsNotToldIsNotWaitedFor() {
        request.headers().set("Host", "x").set("Content-Length", "5").set("Expect", "100-continue");
        assertTrue(read("192.0.2.7", new RelaySettings(SettingValues.none())).expectsContinue());
        request.headers().set("Connection", "Expect");
        ClientRequestHead head = read("192.0.2.7", new RelaySettings(SettingValues.none()));
        assertFalse(head.outgoing().headers().contains("Expect"));
        assertFalse(head.expectsContinue());
    }

    @Test
    void strangersAreNotBelievedAboutWhoTheyForwardFor() {
        request.headers()
                .set("Host", "example.com")
                .set("X-Forwarded-For", "10.0.0.1")
                .set("Forwarded", "for=10.0.0.1")
                .set("X-Forwarded-Proto", "https")
                .set("X-Forwarded-Host", "bank.example")
                .set("X-Real-IP", "10.0.0.1");
        HttpHeaders sent = read("2001:db8::7", new RelaySettings(SettingValues.none()))
                .outgoing()
                .headers();
        assertEquals("2001:db8:0:0:0:0:0:7", sent.get("X-Forwarded-For"));
        assertEquals("for=\"[2001:db8:0:0:0:0:0:7]\";host=\"example.com\";proto=http", sent.get("Forwarded"));
        assertEquals("http", sent.get("X-Forwarded-Proto"));
        assertEquals("example.com", sent.get("X-Forwarded-Host"));
        assertFalse(sent.contains("X-Real-IP"));
        assertEquals("1.1 gosling", sent.get("Via"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"True-Client-IP", "cf_connecting_ip", "X-Original-URL", "X-Scheme", "X-Forwarded", "$WSRA"})
    void whatNamesAClientIsForwardedFromTrustedProxiesOnly(String name) {
        request.headers().set("Host", "x").set(name, "10.0.0.1");
        var trusting =
                new RelaySettings(SettingValues.none()).with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND);
        assertEquals(
                "10.0.0.1", read("192.0.2.7", trusting).outgoing().headers().get(name));
        assertFalse(read("192.0.2.7", new RelaySettings(SettingValues.none()))
                .outgoing()
                .headers()
                .contains(name));
    }

    @Test
    void ownProxiesAreBelievedAndAddedTo() {
        request.headers()
                .set("Host", "inner")
                .add("X-Forwarded-For", "10.0.0.1")
                .add("X-Forwarded-For", "10.0.0.2")
                .set("X-Forwarded-Proto", "https")
                .set("X-Forwarded-Host", "shop.example")
                .set("Via", "1.1 edge");
        var trusting =
                new RelaySettings(SettingValues.none()).with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND);
        HttpHeaders sent = read("192.0.2.7", trusting).outgoing().headers();
        assertEquals("10.0.0.1, 10.0.0.2, 192.0.2.7", sent.get("X-Forwarded-For"));
        assertEquals("https", sent.get("X-Forwarded-Proto"));
        assertEquals("shop.example", sent.get("X-Forwarded-Host"));
        assertEquals("1.1 edge, 1.1 gosling", sent.get("Via"));
    }

    @Test
    void someClientsMayBeProxiesThatAreBelievedAndOthersStrangers() {
        RelaySettings some = new RelaySettings(SettingValues.none())
                .with(RelaySettings.FORWARDED, address("192.0.2.7", 5555)::equals);
        request.headers().set("Host", "x").set("X-Forwarded-For", "10.0.0.1");
        assertEquals(
                "10.0.0.1, 192.0.2.7",
                read("192.0.2.7", some).outgoing().headers().get("X-Forwarded-For"));
        request.headers().set("X-Forwarded-For", "10.0.0.1");
        assertEquals("192.0.2.8", read("192.0.2.8", some).outgoing().headers().get("X-Forwarded-For"));
    }

    @Test
    void theHostOfAnAbsoluteTargetCountsAndGoesIntoHost() {
        request.setUri("http://right.example/x");
        request.headers().set("Host", "wrong.example");
        ClientRequestHead head = read("192.0.2.7", new RelaySettings(SettingValues.none()));
        assertEquals("/x", head.outgoing().uri());
        assertEquals("right.example", head.outgoing().headers().get("Host"));
    }

    @Test
    void anOldClientWithoutHostGetsTheAddressItCameTo() {
        request.setProtocolVersion(HttpVersion.HTTP_1_0);
        ClientRequestHead head = read("192.0.2.7", new RelaySettings(SettingValues.none()));
        assertEquals("127.0.0.1:8080", head.outgoing().headers().get("Host"));
        assertEquals("1.0 gosling", head.outgoing().headers().get("Via"));
        assertEquals(HttpVersion.HTTP_1_1, head.outgoing().protocolVersion());
        assertTrue(head.http10());
        assertFalse(head.keepAlive());
    }

    @Test
    void fieldsAmongNodesDoNotComeFromClients() {
        request.headers().set("Host", "x").set("Gosling-Fetch", "memory").set("gosling-anything", "1");
        HttpHeaders sent = read("192.0.2.7", new RelaySettings(SettingValues.none()))
                .outgoing()
                .headers();
        assertFalse(sent.contains("Gosling-Fetch"));
        assertFalse(sent.contains("Gosling-Anything"));
    }

    @Test
    void framingIsWrittenAnew() {
        request.headers().set("Host", "x").set("Transfer-Encoding", "ChUnKeD");
        ClientRequestHead head = read("192.0.2.7", new RelaySettings(SettingValues.none()));
        assertEquals("chunked", head.outgoing().headers().get("Transfer-Encoding"));
        assertTrue(head.hasBody());
        assertEquals(-1, head.bodyBytes());
    }

    private ClientRequestHead read(String client, RelaySettings settings) {
        ClientRequestHead head = ClientRequestHead.read(
                request,
                address(client, 5555),
                address("127.0.0.1", 8080),
                new ForwardingHeaderAppender(() -> settings, false),
                Set.of("websocket"));
        assertNotNull(head);
        return head;
    }

    private static InetSocketAddress address(String literal, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(literal), port);
        } catch (UnknownHostException notLiteral) {
            throw new IllegalArgumentException(literal, notLiteral);
        }
    }
}
