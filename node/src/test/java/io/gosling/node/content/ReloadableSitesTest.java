package io.gosling.node.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.DocumentRoot;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadableSitesTest {
    @TempDir
    private Path folder;

    /** Nobody asks it for a handler: it answers no clients. */
    @Test
    void aStoreKnowsWhatAPurgeOfItsSitesMeans() throws Exception {
        Path root = Files.createDirectory(folder.resolve("root"));
        SettingValues values = YamlConfigurationReader.read(
                Files.writeString(folder.resolve("f.yaml"), """
                        role: store
                        sites:
                          - {name: shop, hosts: shop.test, roots: '%s'}
                          - {name: main, roots: '%s'}
                        """.formatted(root, root)), NodeSettings.ALL);
        PurgeTargetResolver keys = ReloadableSites.open(
                        values, SiteConfigurationConverter.sites(values), new DocumentRoot.Settings("n1", 1 << 20))
                .purgeKeys();
        assertEquals(List.of(new PurgeTarget.Key("/shop/a")), keys.of(new PurgeSelector.Url("http://shop.test/a")));
        assertEquals(List.of(new PurgeTarget.Prefix("/main/")), keys.of(new PurgeSelector.Host("other.test")));
        assertEquals(2, keys.of(new PurgeSelector.Url("/a")).size());
        assertEquals(List.of(new PurgeTarget.Tag("t")), keys.of(new PurgeSelector.Tag("t")));
    }
}
