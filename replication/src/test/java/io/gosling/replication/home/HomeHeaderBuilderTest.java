package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the headers of a home's documents. */
class HomeHeaderBuilderTest {
    private static final String POLICY = "default-src 'self'";
    private static final String READERS = "Access-Control-Allow-Origin";

    @TempDir
    private Path folder;

    private static HttpResponse<byte[]> ask(Member member, String path) {
        try {
            return RunningGroup.ask(member, path);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String field(HttpResponse<byte[]> answer, String name) {
        return String.join(" and ", answer.headers().allValues(name));
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void aPolicyThatIsNotToBeExtendedLeavesAllLinksAlone() throws Exception {
        LinkRuleSettings rules = LinkRuleSettings.safe().with(LinkRuleSettings.CONTENT_POLICY, POLICY);
        try (RunningGroup group =
                RunningGroup.of(2, folder, Wishes.usual().fromMemory().by(rules))) {
            Member home = group.get(0);
            group.spread(home);
            for (int i = 0; i < 50; i++) {
                HttpResponse<byte[]> page = ask(home, "/index.html");
                assertEquals(POLICY, field(page, "Content-Security-Policy"));
                assertFalse(text(page).contains("/~migrate/"));
                group.ticker.advance(RunningGroup.CHOICE_AGE);
            }
        }
    }

    @Test
    void aPolicyThatIsExtendedNamesTheOtherServersInEveryAnswer() throws Exception {
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.DOCUMENTS, true)
                .with(LinkRuleSettings.CORS, true)
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, POLICY);
        try (RunningGroup group =
                RunningGroup.of(2, folder, Wishes.usual().fromMemory().by(rules))) {
            Member home = group.get(0);
            Member other = group.get(1);
            group.spread(home);
            String origin = other.peer().origin();
            String due = POLICY;
            for (String directive : List.of("img-src", "style-src-elem", "script-src-elem", "media-src", "font-src")) {
                due += "; " + directive + " 'self' " + origin;
            }
            boolean led = false;
            for (int i = 0; i < 50; i++) {
                HttpResponse<byte[]> page = ask(home, "/index.html");
                assertEquals(due, field(page, "Content-Security-Policy"));
                led |= text(page).contains(origin + "/~migrate/");
                assertTrue(text(page).contains("<a href='about.html'>"), "pages with a policy stay at home");
                if (i % 5 == 0) {
                    group.ticker.advance(RunningGroup.CHOICE_AGE);
                }
            }
            assertTrue(led);
            for (String path : List.of("/about.html", "/i1.png", "/none.html")) {
                assertEquals(due, field(ask(home, path), "Content-Security-Policy"), path);
                assertEquals(due, field(ask(home, path), "Content-Security-Policy"), path + " from memory");
            }
            HttpResponse<byte[]> copy = RunningGroup.ask(RunningGroup.copyAt(other, home, 0, "/i1.png"));
            assertEquals(200, copy.statusCode());
            assertEquals("", field(copy, "Content-Security-Policy"), "its home's policy is not this server's");
            assertEquals("*", field(copy, "Access-Control-Allow-Origin"));
        }
    }

    /** Fonts redirected from a co-op, and copied pages, fetch from another origin. */
    @Test
    void withCorsOtherOriginsMayReadWhateverThisServerAnswers() throws Exception {
        LinkRuleSettings rules = LinkRuleSettings.safe().with(LinkRuleSettings.CORS, true);
        try (RunningGroup group =
                RunningGroup.of(2, folder, Wishes.usual().fromMemory().by(rules))) {
            Member home = group.get(0);
            for (String path : List.of("/about.html", "/i1.png", "/none.html")) {
                assertEquals("*", field(ask(home, path), READERS), path);
                assertEquals("*", field(ask(home, path), READERS), path + " from memory");
            }
            HttpResponse<byte[]> same =
                    RunningGroup.ask(home, "/i1.png", "If-None-Match", field(ask(home, "/i1.png"), "ETag"));
            assertEquals(304, same.statusCode());
            assertEquals("*", field(same, READERS));
            group.spread(home);
            Eventually.that("a page leads elsewhere", () -> {
                group.ticker.advance(RunningGroup.CHOICE_AGE);
                HttpResponse<byte[]> page = ask(home, "/index.html");
                assertEquals("*", field(page, READERS));
                return text(page).contains("/~migrate/");
            });
            for (int i = 0; i < 20; i++) {
                assertEquals("*", field(ask(home, "/index.html"), READERS), "as it was drawn");
            }
        }
    }

    @Test
    void withoutCorsNothingIsSaidOfOtherOrigins() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().fromMemory())) {
            for (String path : List.of("/about.html", "/i1.png", "/none.html")) {
                assertEquals("", field(ask(group.get(0), path), READERS), path);
            }
        }
    }
}
