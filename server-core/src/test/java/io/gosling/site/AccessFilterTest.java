package io.gosling.site;

import static io.gosling.site.SiteFixture.access;
import static io.gosling.site.SiteFixture.site;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressAccessList;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.access.PasswordHash;
import io.gosling.site.access.PasswordVerifier;
import io.gosling.site.access.UserFile;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RewriteRule;
import io.gosling.site.rules.RouteRules;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessFilterTest {
    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty()
            .file("index.html", "home")
            .file("private/index.html", "private home")
            .file("private/plan.txt", "the plan");

    @TempDir
    private Path folder;

    private Path users;

    @BeforeEach
    void makeUsers() throws Exception {
        users = folder.resolve("users");
        Files.writeString(users, "# who\nann:" + hash("secret") + "\nböb:" + hash("pässword:x") + "\n");
    }

    @AfterEach
    void delete() {
        files.close();
    }

    private static PasswordHash hash(String password) {
        return PasswordHash.make(password.toCharArray(), SiteFixture.ROUNDS, new SecureRandom());
    }

    private AccessRule passwords() throws Exception {
        return new AccessRule(
                PathPattern.parse("/private/**"),
                new AddressAccessList(List.of(), List.of()),
                UserFile.at(users),
                "plans");
    }

    private static AccessRule addresses(List<String> allow, List<String> deny) {
        return new AccessRule(
                PathPattern.parse("/private/**"),
                new AddressAccessList(
                        allow.stream().map(AddressBlock::parse).toList(),
                        deny.stream().map(AddressBlock::parse).toList()),
                null,
                "none");
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** A protected document is not shown under another name, nor is its name. */
    @Test
    void neitherFallBacksNorListingsLeadPastAGuard() throws Exception {
        files.file("plan.html", "a plan").file("open.html", "open").file("sub/x.txt", "x");
        SiteContent content = new SiteContent(
                List.of(files.directory()),
                List.of(),
                List.of("{path}.html", "{path}/"),
                true,
                CompressionRules.none(),
                Map.of());
        AccessRule plan = new AccessRule(
                PathPattern.parse("/plan.html"),
                new AddressAccessList(List.of(), List.of()),
                UserFile.at(users),
                "plans");
        AccessRule home = new AccessRule(
                PathPattern.parse("/sub/index.html"),
                new AddressAccessList(List.of(), List.of()),
                UserFile.at(users),
                "plans");
        SiteFixture site = new SiteFixture(new Site("main", List.of(), content, access(passwords(), plan, home)));
        assertEquals(401, site.get("/plan.html").status());
        assertEquals(404, site.get("/plan").status());
        assertEquals("open", site.get("/open").responseText());
        assertEquals(401, site.get("/sub/").status());
        String listing = site.get("/").responseText();
        assertTrue(listing.contains("open.html"));
        for (String hidden : List.of("plan.html", "private", "sub")) {
            assertFalse(listing.contains(hidden), hidden);
        }
        String inside =
                site.get("/private/", "Authorization", basic("ann", "secret")).responseText();
        assertTrue(inside.contains("plan.txt"), "the rule that guards it guards the directory too");
    }

    /** Guesses wait for their turn on threads that others need, so not all of them may. */
    @Test
    void onlySoManyGuessesWait() throws Exception {
        PasswordVerifier none = new PasswordVerifier(0, Duration.ofHours(1), new SecureRandom(), SiteFixture.ROUNDS);
        List<Thread> guesses = new ArrayList<>();
        for (int i = 0; i < PasswordVerifier.MOST_WAITING; i++) {
            guesses.add(Thread.startVirtualThread(() -> {
                try {
                    none.compare(null, "guess");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        Eventually.that("all wait", () -> none.waiting() == PasswordVerifier.MOST_WAITING);
        assertEquals(PasswordVerifier.Verdict.BUSY, none.compare(null, "one more"));
        guesses.forEach(Thread::interrupt);
    }

    @Test
    void anEmptyPasswordIsOneLikeAnyOther() throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), access(passwords())));
        assertEquals(
                401,
                site.get("/private/plan.txt", "Authorization", basic("ann", "")).status());
        assertEquals(
                401,
                site.get("/private/plan.txt", "Authorization", basic("", "")).status());
    }

    @Test
    void aPasswordOpensWhatIsGuardedAndNothingElseNeedsOne() throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), access(passwords())));
        FakeExchange asked = site.get("/private/plan.txt");
        assertEquals(401, asked.status());
        assertEquals("Basic realm=\"plans\", charset=\"UTF-8\"", asked.header("WWW-Authenticate"));
        FakeExchange let = site.get("/private/plan.txt", "Authorization", basic("ann", "secret"));
        assertEquals("the plan", let.responseText());
        assertEquals(
                200,
                site.get("/private/", "Authorization", basic("böb", "pässword:x"))
                        .status());
        assertEquals(200, site.get("/").status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/private/plan.txt",
                "/private//plan.txt",
                "//private/plan.txt",
                "/%70rivate/plan.txt",
                "/x/../private/plan.txt",
                "/private/./plan.txt",
                "/x/%2e%2e/private/plan.txt",
                "/private",
                "/private/",
                "/v2/plan.txt"
            })
    void noSpellingAndNoRewriteGoesAroundAGuard(String path) throws Exception {
        SiteRules rules = new SiteRules(
                List.of(passwords()),
                new RouteRules(
                        List.of(),
                        List.of(new RewriteRule(PathPattern.parse("/v2/**"), "/private/$1")),
                        List.of(),
                        List.of()),
                List.of(),
                Map.of());
        SiteFixture site = new SiteFixture(site(files.directory(), rules));
        for (String method : List.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "BREW")) {
            FakeExchange answer = site.ask(method, path);
            assertEquals(401, answer.status(), method);
            assertFalse(answer.responseText().contains("plan"), method);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic",
                "Basic !!!",
                "Basic YW5u",
                "Bearer YW5uOnNlY3JldA==",
                "Basic YW5uOg==",
                "Basic OnNlY3JldA==",
                "Basic bm9ib2R5Om5vYm9keQ=="
            })
    void whatIsNoPasswordOfAUserIsAskedForOne(String field) throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), access(passwords())));
        assertEquals(401, site.get("/private/", "Authorization", field).status());
    }

    @Test
    void aGuardedIndexFileIsGuardedByItsDirectorysPathToo() throws Exception {
        AccessRule rule = new AccessRule(
                PathPattern.parse("/*/index.html"),
                new AddressAccessList(List.of(), List.of()),
                UserFile.at(users),
                "plans");
        SiteFixture site = new SiteFixture(site(files.directory(), access(rule)));
        assertEquals(401, site.get("/private/index.html").status());
        assertEquals(401, site.get("/private/").status());
        assertEquals(200, site.get("/private/plan.txt").status());
    }

    @Test
    void twoPasswordsInOneRequestAreNone() throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), access(passwords())));
        String right = basic("ann", "secret");
        assertEquals(
                401,
                site.get("/private/", "Authorization", right, "Authorization", right)
                        .status());
    }

    @Test
    void aChangedFileCountsAtOnceAlsoForWhoWasLetInBefore() throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), access(passwords())));
        assertEquals(
                200,
                site.get("/private/", "Authorization", basic("ann", "secret")).status());
        Files.writeString(users, "ann:" + hash("other") + "\n");
        Files.setLastModifiedTime(users, FileTime.fromMillis(1));
        assertEquals(
                401,
                site.get("/private/", "Authorization", basic("ann", "secret")).status());
        assertEquals(
                200,
                site.get("/private/", "Authorization", basic("ann", "other")).status());
        FileStamp former = FileStamp.of(users);
        do {
            Files.writeString(users, "ann:" + hash("third") + "\n");
            Files.setLastModifiedTime(users, FileTime.fromMillis(1));
        } while (FileStamp.of(users).equals(former));
        assertEquals(former.modifiedNanos(), FileStamp.of(users).modifiedNanos());
        assertEquals(
                401,
                site.get("/private/", "Authorization", basic("ann", "other")).status());
        Files.writeString(users, "nonsense\n");
        Files.setLastModifiedTime(users, FileTime.fromMillis(2));
        assertEquals(
                401,
                site.get("/private/", "Authorization", basic("ann", "other")).status());
        Files.delete(users);
        assertEquals(
                401,
                site.get("/private/", "Authorization", basic("ann", "other")).status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann",
                ":x",
                "ann:plain",
                "ann:pbkdf2-sha256:1:AAAA:AAAA",
                "ann:pbkdf2-sha256:600000:AAAAAAAAAAAAAAAA:AAAA"
            })
    void aFileThatIsWrongIsRefusedWithItsLineAndWithoutItsText(String line) throws Exception {
        Files.writeString(users, "\n" + line);
        var refusal = assertThrows(IllegalArgumentException.class, () -> UserFile.at(users));
        assertTrue(String.valueOf(refusal.getMessage()).contains("users:2: "), refusal.getMessage());
        assertFalse(String.valueOf(refusal.getMessage()).contains("plain"), refusal.getMessage());
    }

    @Test
    void aHashIsReadAsItIsWritten() {
        PasswordHash hash = hash("x");
        PasswordHash read = PasswordHash.parse(hash.toString());
        assertTrue(read.is("x".toCharArray()));
        assertFalse(read.is("y".toCharArray()));
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 200",
        "::ffff:10.1.2.3, 200",
        "10.9.2.3, 403",
        "11.1.2.3, 403",
        "2001:db8::7, 200",
        "2001:db9::7, 403"
    })
    void anAddressListLetsInByTheFirstBits(String client, int status) throws Exception {
        SiteFixture site = new SiteFixture(site(
                files.directory(), access(addresses(List.of("10.0.0.0/8", "2001:db8::/32"), List.of("10.9.0.0/16")))));
        assertEquals(status, site.getFrom(client, "/private/plan.txt").status());
        assertEquals(200, site.getFrom(client, "/").status());
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 10.1.1.1, 200",
        "127.0.0.1, '10.1.1.1, 192.0.2.1', 403",
        "127.0.0.1, '192.0.2.1, 10.1.1.1', 200",
        "127.0.0.1, '10.1.1.1, 127.0.0.2', 200",
        "127.0.0.1, nonsense, 403",
        "192.0.2.9, 10.1.1.1, 403"
    })
    void onlyATrustedProxyIsBelievedAndOnlyItsOwnWord(String peer, String forwarded, int status) throws Exception {
        SiteFixture site = new SiteFixture(
                List.of(AddressBlock.parse("127.0.0.0/8")),
                site(files.directory(), access(addresses(List.of("10.0.0.0/8"), List.of()))));
        assertEquals(
                status,
                site.getFrom(peer, "/private/plan.txt", "X-Forwarded-For", forwarded)
                        .status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "10.0.0.0/33", "10.0.0.1/8", "10.0.0", "1::2::3", "10.0.0.0/x", "::/129"})
    void whatIsNoAddressBlockIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> AddressBlock.parse(text));
    }
}
