package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that rebinds its name to 127.0.0.1 makes a browser send that name. */
class LocalHostHeaderCheckTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:4675",
                "127.0.0.1",
                "127.255.0.3:1",
                "localhost:4675",
                "LOCALHOST",
                "n1.localhost:80",
                "[::1]:4675",
                "[::1]"
            })
    void thisMachineIsMeant(String host) {
        assertTrue(LocalHostHeaderCheck.isMeant(host));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:4675",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "notlocalhost",
                "127.0.0.1@evil.example",
                "evil.example:80:127.0.0.1",
                "[::2]:4675",
                "",
                "128.0.0.1",
                "10.0.0.1",
                "127.1"
            })
    void somebodyElseIsMeant(String host) {
        assertFalse(LocalHostHeaderCheck.isMeant(host));
    }

    @Test
    void whoNamesNoHostIsNoBrowser() {
        assertTrue(LocalHostHeaderCheck.isMeant(null));
    }
}
