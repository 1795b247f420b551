package io.gosling.node.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.origin.upstream.FailoverSettings;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginPathMapping;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.OriginTimeouts;
import io.gosling.origin.upstream.OriginTrustSettings;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import io.gosling.site.CachedSiteDocumentLookup;
import io.gosling.site.rules.PathPattern;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginConfigurationTest {
    @TempDir
    private Path folder;

    private SettingValues read(String yaml) throws Exception {
        return YamlConfigurationReader.read(Files.writeString(folder.resolve("f.yaml"), yaml), NodeSettings.ALL);
    }

    @Test
    void anOriginIsAnAddressWithItsSettings() throws Exception {
        SettingValues values = read("origin: {url: 'https://App.example.org/', keep-host: on, header-time: 7s}");
        OriginAddress address = ServedContent.origin(values, List.of());
        assertEquals(new OriginAddress(true, "app.example.org", 443), address);
        var settings = OriginSettings.of(new OriginAddress(true, "app.example.org", 443), values);
        assertTrue(settings.keepsHost());
        assertEquals(7, settings.get(OriginTimeouts.HEADER).toSeconds());
        assertNull(ServedContent.origin(read("dir: /srv"), List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "origin: {url: 'http://10.0.0.5:3000', cache: repository}",
                "sites: [{name: a, origins: [{servers: 'http://10.0.0.5:3000', cache: repository}]}]"
            })
    void responsesInTheRepositoryTakeVoters(String yaml) throws Exception {
        DocumentRoot.Settings settings = new DocumentRoot.Settings("n1", 0);
        SettingValues values = read(yaml);
        BadConfigurationException refused =
                assertThrows(BadConfigurationException.class, () -> ServedContent.open(values, settings));
        assertTrue(refused.toString().contains("origin.cache: repository; expected beside voters"), refused::toString);
        ServedContent.open(read(yaml + "\nvoters: n1"), settings);
    }

    @Test
    void anOriginOfASiteBeginsWithTheSettingsOfTheNode() throws Exception {
        SettingValues values = read("""
                origin: {header-time: 7s, connections: 9, negative-ttl: 1m}
                sites:
                  - name: shop
                    origins:
                      - path: /api/**
                        servers: [http://10.0.0.5:3000, http://10.0.0.6:3000]
                        backups: http://10.0.0.7:3000
                        strip: /api
                        header-time: 2s
                        keep-host: on
                        check: /healthz
                      - servers: https://app.example.org
                        tls-verify: off
                """);
        List<OriginSettings> origins = SiteConfigurationConverter.origins(values);
        OriginSettings api = origins.getFirst();
        assertEquals(new OriginPathMapping("shop", "/api/**", "/api", ""), api.mount());
        assertEquals(2, api.servers().usual().size());
        assertEquals("http://10.0.0.7:3000", api.servers().backups().getFirst().toString());
        assertEquals(2, api.get(OriginTimeouts.HEADER).toSeconds());
        assertEquals(9, api.get(OriginSettings.CONNECTIONS));
        assertEquals(60, api.get(OriginSettings.NEGATIVE_TTL).toSeconds());
        assertEquals("/healthz", api.find(FailoverSettings.CHECK).orElseThrow());
        assertTrue(api.keepsHost());
        OriginSettings rest = origins.getLast();
        assertEquals(new OriginPathMapping("shop", "/**", "", ""), rest.mount());
        assertEquals(7, rest.get(OriginTimeouts.HEADER).toSeconds());
        assertTrue(!rest.get(OriginTrustSettings.VERIFY) && !rest.keepsHost());
        assertEquals(
                List.of("/api/**", "/**"),
                SiteConfigurationConverter.sites(values).getFirst().rules().origins().stream()
                        .map(PathPattern::toString)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{path: /a/**} | servers: none; expected at least one, such as http://10.0.0.5:3000",
                "{servers: 'http://a.test, https://b.test'} | servers: \"http://a.test\" and \"https://b.test\";"
                        + " expected http"
                        + " for all, or https for all",
                "{servers: 'http://a.test', strip: /a} | strip: value \"/a\", and path \"/**\" does not begin with it;"
                        + " expected what all these paths begin with, such as /api for /api/**",
                "{servers: 'https://a.test', tls-ca: /none.pem} | tls-ca: /none.pem cannot be read:"
                        + " java.nio.file.NoSuchFileException: /none.pem",
            })
    void whatIsWrongWithAnOriginOfASiteIsSaid(String rule, String complaint) {
        BadConfigurationException refused = assertThrows(
                BadConfigurationException.class,
                () -> SiteConfigurationConverter.sites(
                        read("sites: [{name: s, roots: /srv, origins: [" + rule + "]}]")));
        assertEquals(1, refused.complaints().size(), refused.complaints().toString());
        String said = refused.complaints().getFirst();
        assertTrue(said.endsWith("sites: s: origins: " + complaint), said);
    }

    @Test
    void twoOriginsForOnePathAreRefused() {
        BadConfigurationException refused = assertThrows(
                BadConfigurationException.class,
                () -> SiteConfigurationConverter.sites(
                        read("sites: [{name: s, origins: [{servers: 'http://a.test'}, {servers: 'http://b.test'}]}]")));
        assertTrue(refused.complaints().getFirst().contains("path: value \"/**\" twice"), refused.toString());
    }

    private static List<String> keys(PurgeSelector selector, SettingValues values) throws Exception {
        return SitePurgeTargetMapping.of(
                        new CachedSiteDocumentLookup(
                                SiteConfigurationConverter.sites(values), CachedDocumentLookup.none()),
                        SiteConfigurationConverter.origins(values),
                        selector)
                .stream()
                .map(PurgeTarget::toString)
                .toList();
    }

    @Test
    void aPurgeMeansTheResponsesOfASiteUnderItsName() throws Exception {
        SettingValues values = read("""
                sites:
                  - {name: shop, hosts: shop.test, roots: /srv, origins: [{path: /api/**, servers: 'http://a.test'}]}
                  - {name: main, origins: [{servers: 'http://a.test', keep-host: on}]}
                """);
        assertEquals(
                List.of("Key[key=/shop/api/a]", "Key[key=http://shop/api/a?b]", "Key[key=https://shop/api/a?b]"),
                keys(new PurgeSelector.Url("https://shop.test/api/%61?b"), values));
        assertEquals(
                List.of(
                        "Key[key=/main/x]",
                        "Key[key=http://main@other.test/x]",
                        "Key[key=https://main@other.test/x]",
                        "Key[key=http://main@other.test:443/x]",
                        "Key[key=https://main@other.test:80/x]"),
                keys(new PurgeSelector.Url("http://other.test/x"), values));
        assertEquals(
                List.of("Prefix[prefix=/shop/]", "Prefix[prefix=http://shop/]", "Prefix[prefix=https://shop/]"),
                keys(new PurgeSelector.Host("shop.test"), values));
        assertTrue(keys(new PurgeSelector.Url("/x"), values).contains("OnEveryHost[target=/x, prefix=false]"));
        assertEquals(List.of("Tag[tag=t]"), keys(new PurgeSelector.Tag("t"), values));
    }

    @Test
    void thereIsOneThingToServe() throws Exception {
        SettingValues both = read("{dir: /srv, origin: {url: 'http://a.test'}}");
        BadConfigurationException refused =
                assertThrows(BadConfigurationException.class, () -> ServedContent.origin(both, List.of()));
        assertEquals(
                List.of("origin.url: \"http://a.test\", and dir as well; expected one of them"), refused.complaints());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://a.test", "http://a.test/path", "http://a.test/?q", "http://u@a.test", "http://", "a"})
    void whatIsNoOriginIsRefused(String url) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> OriginAddress.parse(url));
        assertTrue(String.valueOf(refused.getMessage()).contains("expected http or https"));
    }

    @Test
    void theUsualPortIsNotSaidInHost() {
        assertEquals("a.test", OriginAddress.parse("http://a.test:80/").authority());
        assertEquals("a.test:443", OriginAddress.parse("http://a.test:443").authority());
        assertEquals("[::1]:3000", OriginAddress.parse("http://[::1]:3000").authority());
    }
}
