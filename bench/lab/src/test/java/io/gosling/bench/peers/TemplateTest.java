package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {
    @Test
    void namesAreReplacedAsTheyAre() throws IOException {
        String text = Template.fill("sites.yaml", Map.of("root", "/srv/$1\\x", "first", "a", "second", "b"));
        assertTrue(text.contains("roots: \"/srv/$1\\x\""), text);
        assertEquals(-1, text.indexOf('@'));
    }

    @Test
    void aNameThatNothingIsKnownForIsAMistake() {
        assertThrows(IllegalArgumentException.class, () -> Template.fill("sites.yaml", Map.of()));
        assertThrows(IOException.class, () -> Template.fill("no.conf", Map.of()));
    }
}
