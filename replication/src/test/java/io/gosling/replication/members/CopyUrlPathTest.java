package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names of servers, and addresses of copies: what is read is what was written, and nothing else is read. */
class CopyUrlPathTest {
    @Test
    void whatIsWrittenIsRead() {
        for (CopyUrlPath address : List.of(
                new CopyUrlPath(0, "a.example", "/x"),
                new CopyUrlPath(999_999_999_999_999_999L, "a.example:8080", "/d/x%20y.png"),
                new CopyUrlPath(1, "[::1]:8080", "/~migrate/1/b/x"),
                new CopyUrlPath(1, "a.example", "/"),
                new CopyUrlPath(1, "a.example", "/d/"))) {
            assertEquals(Optional.of(address), CopyUrlPath.parse(address.toString()));
            assertEquals(!address.path().endsWith("/"), address.isDocument());
        }
    }

    /** In links, where what could end an address is percent-encoded. */
    @Test
    void aLinkLeadsToTheSame() {
        CopyUrlPath address = new CopyUrlPath(7, "[::1]:80", "/~d/a(1),%20'b'&c;d=e.png");
        assertEquals("/~migrate/7/[::1]:80/~d/a%281%29%2C%20%27b%27&c;d=e.png", address.written());
        assertEquals(Optional.of(address), CopyUrlPath.parse(address.written()));
    }

    @Test
    void pathsAreCanonical() {
        assertEquals(
                "/b/c",
                CopyUrlPath.parse("/~migrate/1/a//./x/../b//c").orElseThrow().path());
        for (String other : List.of(
                "/~migrate/",
                "/~migrate/1",
                "/~migrate/1/a",
                "/~migrate//a/x",
                "/~migrate/-1/a/x",
                "/~migrate/1234567890123456789/a/x",
                "/~migrate/1/a@b/x",
                "/~migrate/1/a%2fb/x",
                "/~migrate/1/a/..%2fx",
                "/~migrate/1/a/../../x",
                "/~migrate/1/a/%00",
                "/x/~migrate/1/a/x")) {
            assertEquals(Optional.empty(), CopyUrlPath.parse(other), other);
        }
    }

    @Test
    void aServerHasOneName() {
        assertEquals("a.example", ReplicaPeer.parse("http://A.Example:80/").name());
        assertEquals(ReplicaPeer.parse("http://a.example"), ReplicaPeer.parse("HTTP://a.example:80/"));
        assertEquals(
                "http://a.example:8080",
                ReplicaPeer.parse("http://a.example:8080").origin());
        assertEquals("a.example", ReplicaPeer.parse("https://A.Example:443").name());
        assertEquals(
                "https://a.example:80",
                ReplicaPeer.parse("https://a.example:80").origin());
        assertEquals(
                "http://a.example:443",
                ReplicaPeer.parse("http://a.example:443/").origin());
        assertEquals("[::1]:8080", ReplicaPeer.parse("http://[::1]:8080").name());
        for (String other : List.of(
                "ftp://a.example",
                "a.example",
                "http://",
                "http://a.example/x",
                "http://u@a.example",
                "http://a.example:0",
                "http://a.example:65536",
                "http://a.example?x",
                "http://a;b")) {
            assertThrows(IllegalArgumentException.class, () -> ReplicaPeer.parse(other), other);
        }
    }
}
