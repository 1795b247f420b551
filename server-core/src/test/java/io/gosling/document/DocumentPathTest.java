package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentPathTest {
    @ParameterizedTest
    @CsvSource({
        "/, /",
        "//, /",
        "/a, /a",
        "/a/, /a/",
        "/a//b, /a/b",
        "/a/./b, /a/b",
        "/a/../b, /b",
        "/a/.., /",
        "/a/., /a/",
        "/a/b/%2e%2E/c, /a/c",
        "/a/%2e/, /a/",
        "/%41%7e, /A~",
        "/a%20b, /a%20b",
        "/%c3%bc, /%C3%BC",
        "/a%3fb%23c, /a%3Fb%23c",
        "/a%25b, /a%25b",
        "/a;b=c, /a;b=c",
        "/x%5b1%5d, /x%5B1%5D",
        "/..., /...",
        "/a..b, /a..b",
        "/%f0%9f%a6%a2, /%F0%9F%A6%A2",
        "/a%5cb, /a%5Cb",
        "/..%5ca, /..%5Ca",
        "/%5c..%5c, /%5C..%5C",
        "/2024%ef%bc%8f04, /2024%EF%BC%8F04",
        "/%ef%bc%bc, /%EF%BC%BC",
        "/%ef%bc%8e%ef%bc%8e/, /%EF%BC%8E%EF%BC%8E/",
        "/%e2%80%a6intro, /%E2%80%A6intro",
        "/c%e2%84%85o, /c%E2%84%85o"
    })
    void differentSpellingsOfAPathHaveOneKey(String raw, String key) {
        assertEquals(key, DocumentPath.parse(raw).key());
    }

    @Test
    void aPlainKeyIsTheKeyOfItsPath() {
        for (String plain : new String[] {"/", "/a/", "/a/b.html", "/a..b/~c", "/a;b=c"}) {
            assertTrue(DocumentPath.isPlainKey(plain + "?/../x", plain.length()), plain);
        }
        for (String other : new String[] {"", "a", "//", "/a//b", "/.a", "/a/../b", "/a/.", "/%41", "/a b", "/a?"}) {
            assertFalse(DocumentPath.isPlainKey(other, other.length()), other);
        }
        Random random = new Random(3);
        String[] pieces = {"/", "/", "a", "B", ".", "%41", "~", "=", "?", "\u00fc", "\\", "%20"};
        for (int at = 0; at < 20_000; at++) {
            StringBuilder text = new StringBuilder();
            for (int piece = random.nextInt(6); piece >= 0; piece--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            if (DocumentPath.isPlainKey(text.toString(), text.length())) {
                assertEquals(
                        text.toString(), DocumentPath.parse(text.toString()).key());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "*",
                "http://h/a",
                "/..",
                "/../a",
                "/a/../../b",
                "/%2e%2e/a",
                "/.%2e/a",
                "/a/%2e./%2E%2e/b",
                "/%2f",
                "/a%2Fb",
                "/a%2f..%2fb",
                "/a\\b",
                "/..\\a",
                "/%00",
                "/a%00.html",
                "/a%0d%0ab",
                "/a%7f",
                "/a\tb",
                "/a b",
                "/a?b",
                "/a#b",
                "/%",
                "/%4",
                "/%zz",
                "/a%2",
                "/%u002e",
                "/\u00fc",
                "/%ff",
                "/%c0%af",
                "/%c0%ae%c0%ae/",
                "/%e0%80%af",
                "/%ed%a0%80",
                "/%f4%90%80%80",
                "/%c2%80",
                "/%c2%85"
            })
    void whatIsMalformedOrLeavesTheRootIsRefused(String raw) {
        String message = String.valueOf(assertThrows(IllegalDocumentPathException.class, () -> DocumentPath.parse(raw))
                .getMessage());
        assertTrue(message.startsWith("path "), message);
        assertTrue(message.chars().allMatch(c -> c >= 0x20 && c < 0x7f), message);
    }

    /** A program that folds Unicode, or takes backslashes for slashes, would find another path. */
    @ParameterizedTest
    @CsvSource({
        "/a%5cb, true",
        "/%5c..%5cprivate, true",
        "/x/%ef%bc%8f, true",
        "/%ef%bc%8e%ef%bc%8e/a, true",
        "/%e2%80%a5/, true",
        "/.%e2%80%a4, true",
        "/%e2%80%a4git, true",
        "/c%e2%84%85o, true",
        "/wait%e2%80%a6, false",
        "/e%cc%81, false",
        "/.well-known/x, false",
        "/a..b, false"
    })
    void aPathThatOthersMayReadAsAnotherIsAmbiguous(String raw, boolean ambiguous) {
        assertEquals(ambiguous, DocumentPath.parse(raw).isAmbiguous());
    }

    @Test
    void aKeyIsItsOwnKey() {
        for (String raw : new String[] {"/", "/a%20b/%C3%BC/", "/A~;=:@!$&'()*+,", "/a%25%32e"}) {
            String key = DocumentPath.parse(raw).key();
            assertEquals(key, DocumentPath.parse(key).key());
        }
    }

    @Test
    void decodingHappensOnce() {
        assertEquals("%2e%2e", DocumentPath.parse("/%252e%252e/x").segments().getFirst());
    }

    @Test
    void aTrailingSlashAsksForADirectory() {
        assertTrue(DocumentPath.parse("/").isDirectory());
        assertTrue(DocumentPath.parse("/a/").isDirectory());
        assertTrue(DocumentPath.parse("/a/b/..").isDirectory());
        assertFalse(DocumentPath.parse("/a").isDirectory());
        assertFalse(DocumentPath.parse("/a/../b").isDirectory());
    }

    @Test
    void randomPathsAreReadAsASlowObviousReaderReadsThem() {
        String[] pieces = {
            "/",
            "/",
            "a",
            "b",
            ".",
            "..",
            "%2e",
            "%2E",
            "%2f",
            "%5c",
            "%00",
            "%41",
            "%c3%bc",
            "%",
            "%c3",
            "\\",
            "~",
            "%ef%bc%8f",
            "%25",
            " ",
            "x.html",
            "%e2%80%a4",
            "..;"
        };
        Random random = new Random(4676);
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder raw = new StringBuilder("/");
            for (int n = random.nextInt(9); n > 0; n--) {
                raw.append(pieces[random.nextInt(pieces.length)]);
            }
            String expected = naive(raw.toString());
            String actual = parsed(raw.toString());
            assertEquals(expected, actual, raw::toString);
            accepted += actual == null ? 0 : 1;
        }
        assertTrue(accepted > 20_000, "the fuzz must reach accepted paths, reached " + accepted);
    }

    private static @Nullable String parsed(String raw) {
        try {
            DocumentPath path = DocumentPath.parse(raw);
            assertEquals(path, DocumentPath.parse(path.key()));
            return "/" + String.join("/", path.segments())
                    + (path.isDirectory() && !path.segments().isEmpty() ? "/" : "");
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    /** Decodes everything, forbids what is forbidden, then walks. */
    private static @Nullable String naive(String raw) {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                if (!raw.substring(i).matches("%[0-9a-fA-F]{2}.*")) {
                    return null;
                }
                int octet = Integer.parseInt(raw.substring(i + 1, i + 3), 16);
                if (octet == '/') {
                    return null;
                }
                decoded.write(octet);
                i += 2;
            } else if (c <= ' ' || c > '~' || c == '\\') {
                return null;
            } else {
                decoded.write(c);
            }
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
        if (text.contains("\0")) {
            return null;
        }
        Deque<String> walked = new ArrayDeque<>();
        boolean directory = text.endsWith("/") || text.endsWith("/.") || text.endsWith("/..");
        for (String name : text.substring(1).split("/", -1)) {
            if (name.equals("..")) {
                if (walked.pollLast() == null) {
                    return null;
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                walked.addLast(name);
            }
        }
        return "/" + String.join("/", walked) + (directory && !walked.isEmpty() ? "/" : "");
    }
}
