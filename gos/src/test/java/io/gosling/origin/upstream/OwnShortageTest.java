package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.space.OriginFailure;
import io.gosling.origin.cache.FailureResponseBuilder;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A node that has nothing to make a connection of says nothing of its origin. */
class OwnShortageTest {
    private static ConnectException because(Throwable cause) {
        ConnectException failure = new ConnectException("cannot connect to /127.0.0.1:1: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    @Test
    void whatThisNodeLacksIsItsOwnAndAnswered503() {
        assertEquals(
                new OriginFailure(503, false),
                FailureResponseBuilder.of(because(new ChannelException("Failed to open a socket."))));
        assertEquals(
                new OriginFailure(503, false),
                FailureResponseBuilder.of(because(new IOException("connect(..) failed with error(-99): no address"))));
        assertEquals(
                new OriginFailure(502, false),
                FailureResponseBuilder.of(because(new IOException("connect(..) failed with error(-111): refused"))));
    }

    @Test
    void aCheckThatCouldNotBeMadeHasNotFailed() {
        FailoverSettings rules = new FailoverSettings(SettingValues.none())
                .with(FailoverSettings.FAILURES, 1)
                .with(FailoverSettings.PAUSE, Duration.ofSeconds(1))
                .with(FailoverSettings.LONGEST_PAUSE, Duration.ofSeconds(1))
                .with(FailoverSettings.REPEAT_PERCENT, 20)
                .with(FailoverSettings.REPEAT_LEAST, 1)
                .with(FailoverSettings.CHECK, "/ok")
                .with(FailoverSettings.CHECK_INTERVAL, Duration.ofMillis(10))
                .with(FailoverSettings.CHECK_TIME, Duration.ofMillis(10));
        OriginServer server = new OriginServer(OriginAddress.parse("http://origin.example"), false, rules);
        AtomicInteger asked = new AtomicInteger();
        OriginHealthChecks.Finding[] findings = {
            OriginHealthChecks.Finding.NOT_ASKED, OriginHealthChecks.Finding.NOT_WELL
        };
        AtomicInteger finding = new AtomicInteger();
        try (OriginHealthChecks checks = new OriginHealthChecks(List.of(server), rules, one -> {
            asked.incrementAndGet();
            return findings[finding.get()];
        })) {
            checks.start();
            // The one before is over when the next is asked.
            Eventually.that("it was asked some times", () -> asked.get() > 3);
            assertEquals(ServerHealth.State.UP, server.health().state());
            finding.set(1);
            Eventually.that("it is down", () -> server.health().state() == ServerHealth.State.DOWN);
        }
    }
}
