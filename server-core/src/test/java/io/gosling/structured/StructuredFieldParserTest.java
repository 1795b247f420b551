package io.gosling.structured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.structured.StructuredMember.DisplayString;
import io.gosling.structured.StructuredMember.Token;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of RFC 9651, and what its grammar leaves out. */
class StructuredFieldParserTest {
    private static Object value(String text) {
        return Objects.requireNonNull(StructuredFieldParser.item(List.of(text)), text)
                .value();
    }

    private static StructuredMember member(Object value) {
        return new StructuredMember(value, Map.of());
    }

    private static StructuredMember inner(StructuredMember... members) {
        return member(List.of(members));
    }

    @Test
    void section31ListsHoldItemsAndInnerLists() {
        assertEquals(
                List.of(member(new Token("sugar")), member(new Token("tea")), member(new Token("rum"))),
                StructuredFieldParser.list(List.of("sugar, tea", "rum")));
        assertEquals(
                List.of(
                        inner(member("foo"), member("bar")),
                        inner(member("baz")),
                        inner(member("bat"), member("one")),
                        inner()),
                StructuredFieldParser.list(List.of("(\"foo\" \"bar\"), (\"baz\"), (\"bat\" \"one\"), ()")));
        assertEquals(
                List.of(
                        new StructuredMember(
                                List.of(new StructuredMember("foo", Map.of("a", 1L, "b", 2L)), member("bar")),
                                Map.of("lvl", 5L)),
                        new StructuredMember(List.of(), Map.of("lvl", 1L))),
                StructuredFieldParser.list(List.of("(\"foo\";a=1;b=2 \"bar\");lvl=5, ();lvl=1")));
        assertEquals(List.of(), StructuredFieldParser.list(List.of()));
    }

    @Test
    void section312ParametersBelongToTheirItem() {
        assertEquals(
                List.of(
                        new StructuredMember(new Token("abc"), Map.of("a", 1L, "b", 2L, "cde_456", true)),
                        new StructuredMember(
                                List.of(
                                        new StructuredMember(new Token("ghi"), Map.of("jk", 4L)),
                                        member(new Token("l"))),
                                Map.of("q", "9", "r", new Token("w")))),
                StructuredFieldParser.list(List.of("abc;a=1;b=2; cde_456, (ghi;jk=4 l);q=\"9\";r=w")));
        assertEquals(
                new StructuredMember(1L, Map.of("a", true, "b", false)),
                StructuredFieldParser.item(List.of("1; a; b=?0")));
    }

    @Test
    void section32DictionariesHoldTheLastOfEachKey() {
        Map<String, StructuredMember> members = StructuredFieldParser.dictionary(
                List.of("en=\"Applepie\", da=:w4ZibGV0w6ZydGU=:", "a=?0, b, c; foo=bar, b=(1 2), en=rating;x"));
        assertNotNull(members);
        assertEquals(List.of("en", "da", "a", "b", "c"), List.copyOf(members.keySet()));
        assertEquals(new StructuredMember(new Token("rating"), Map.of("x", true)), members.get("en"));
        assertEquals(
                member(ByteBuffer.wrap("\u00c6blet\u00e6rte".getBytes(StandardCharsets.UTF_8))), members.get("da"));
        assertEquals(member(false), members.get("a"));
        assertEquals(inner(member(1L), member(2L)), members.get("b"));
        assertEquals(new StructuredMember(true, Map.of("foo", new Token("bar"))), members.get("c"));
        assertEquals(Map.of(), StructuredFieldParser.dictionary(List.of("")));
    }

    @Test
    void section33ItemsHaveTypes() {
        assertEquals(42L, value("42"));
        assertEquals(-999_999_999_999_999L, value(" -999999999999999 "));
        assertEquals(new BigDecimal("4.5"), value("4.5"));
        assertEquals(new BigDecimal("-123456789012.125"), value("-123456789012.125"));
        assertEquals("hello \"world\\", value("\"hello \\\"world\\\\\""));
        assertEquals(new Token("foo123/456"), value("foo123/456"));
        assertEquals(new Token("*:"), value("*:"));
        assertEquals(true, value("?1"));
        assertEquals(Instant.ofEpochSecond(1_659_578_233), value("@1659578233"));
        assertEquals(
                new DisplayString("This is intended for display to \u00fcsers."),
                value("%\"This is intended for display to %c3%bcsers.\""));
        assertEquals(ByteBuffer.wrap(new byte[0]), value("::"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1,",
                "a b",
                "1234567890123456",
                "1.",
                "1.2345",
                "1234567890123.1",
                "--1",
                "-",
                "\"a",
                "\"\\a\"",
                "\"\u00e4\"",
                "?2",
                "?",
                ":a",
                ":=a:",
                "@1.5",
                "@",
                "%\"%C3%BC\"",
                "%\"%c3\"",
                "%a",
                "%\"a",
                "a;B",
                "a;",
                "a;b=",
                "(a)",
                "\ta",
                "a\t",
                "\u00e4",
                "{}"
            })
    void whatIsNoItemIsNothing(String text) {
        assertNull(StructuredFieldParser.item(List.of(text)), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,", "a,,b", ",a", "a b", "(a", "(a,b)", "(\"a\"\"b\")", "a=1", "a;"})
    void aMalformedListIsNothing(String text) {
        assertNull(StructuredFieldParser.list(List.of(text)), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1,", "a=1,,b=2", "A=1", "a= 1", "a =1", "1", "a=", "a=1 b=2", "a=1, &&&"})
    void aMalformedDictionaryIsNothing(String text) {
        assertNull(StructuredFieldParser.dictionary(List.of(text)), text);
    }
}
