package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the headers of copies and redirects. */
class CopyHandlerTest {
    private static final String CACHING = "Cache-Control";

    @TempDir
    private Path folder;

    private static String field(HttpResponse<byte[]> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** A font that is fetched with CORS may be sent home, and browsers look at each answer on its way. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoMayUseACopyMayBeSentHome(boolean cors) throws Exception {
        Wishes wishes = Wishes.usual().by(LinkRuleSettings.safe().with(LinkRuleSettings.CORS, cors));
        try (RunningGroup group = RunningGroup.of(2, folder, wishes)) {
            for (Member asked : group.members) {
                HttpResponse<byte[]> answer = RunningGroup.ask(RunningGroup.copyAt(asked, group.get(0), 7, "/i1.png"));
                assertEquals(307, answer.statusCode());
                assertEquals(cors ? "*" : "", field(answer, "Access-Control-Allow-Origin"));
            }
        }
    }

    @Test
    void underTheAddressOfALaterVersionNobodyKeepsItWithoutAsking() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            Member coop = group.get(1);
            group.spread(home);
            HttpResponse<byte[]> newer = RunningGroup.ask(RunningGroup.copyAt(coop, home, 0, "/i1.png"));
            assertEquals(200, newer.statusCode());
            assertEquals("", field(newer, CACHING), "older links, as copied pages have them, lead to newer bytes");

            long held = coop.view().copies().getFirst().version();
            String next = RunningGroup.copyAt(coop, home, held + 1, "/i1.png");
            HttpResponse<byte[]> old = RunningGroup.ask(next);
            assertEquals(200, old.statusCode());
            assertEquals("no-cache", field(old, CACHING));
            HttpResponse<byte[]> same = RunningGroup.ask(next, "If-None-Match", field(old, "ETag"));
            assertEquals(304, same.statusCode());
            assertEquals("no-cache", field(same, CACHING));
            for (int i = 0; i < 3; i++) {
                HttpResponse<byte[]> right = RunningGroup.ask(RunningGroup.copyAt(coop, home, held, "/i1.png"));
                assertEquals(200, right.statusCode());
                assertEquals("", field(right, CACHING), "from the disk or from memory, request " + i);
            }
        }
    }
}
