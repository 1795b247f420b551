package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNameRulesTest {
    private static final FileNameRules LINUX = FileNameRules.of("Linux");
    private static final FileNameRules WINDOWS = FileNameRules.of("Windows 11");

    @ParameterizedTest
    @ValueSource(strings = {"/.git/config", "/a/.htaccess", "/.env", "/a/.well-known/x", "/..."})
    void hiddenNamesAreRefusedEverywhere(String path) {
        assertNotNull(LINUX.refusal(DocumentPath.parse(path)));
        assertNotNull(WINDOWS.refusal(DocumentPath.parse(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/con",
                "/CON.txt",
                "/aux.html",
                "/a/nul",
                "/com1.log",
                "/LPT9",
                "/com%C2%B9",
                "/conin$",
                "/nul%20.txt",
                "/index.html.",
                "/index.html%20",
                "/index.html::$DATA",
                "/a:b",
                "/progra~1",
                "/INDEX~1.HTM",
                "/a%3Fb",
                "/a*",
                "/a%7Cb",
                "/a%22b",
                "/a%3Cb"
            })
    void secondNamesOfAFileAreRefusedOnWindowsOnly(String path) {
        assertNotNull(WINDOWS.refusal(DocumentPath.parse(path)));
        assertNull(LINUX.refusal(DocumentPath.parse(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.html",
                "/console",
                "/com10",
                "/null.txt",
                "/a~b",
                "/backup~",
                "/.well-known/acme/x",
                "/auxiliary.css",
                "/a.b.c"
            })
    void ordinaryNamesAreFineEverywhere(String path) {
        assertNull(WINDOWS.refusal(DocumentPath.parse(path)));
        assertNull(LINUX.refusal(DocumentPath.parse(path)));
    }
}
