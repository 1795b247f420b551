package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTemplateFillerTest {
    @Test
    void namesAreReplacedAsTheyAre() throws IOException {
        String text = ConfigurationTemplateFiller.fill(
                "sites.yaml", Map.of("root", "/srv/$1\\x", "first", "a", "second", "b"));
        assertTrue(text.contains("roots: \"/srv/$1\\x\""), text);
        assertEquals(-1, text.indexOf('@'));
    }

    @Test
    void aNameThatNothingIsKnownForIsAMistake() {
        assertThrows(IllegalArgumentException.class, () -> ConfigurationTemplateFiller.fill("sites.yaml", Map.of()));
        assertThrows(IOException.class, () -> ConfigurationTemplateFiller.fill("no.conf", Map.of()));
    }
}
