package io.gosling.gos.repository;

import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Homes without a network: the rules over a map, one step at a time. Messages are delivered when the test says so, in
 * any order; a question or an answer may be lost, and a question may arrive twice. One thread.
 */
final class FakeHomes {
    final Map<UUID, HomeObjectEntry> entries = new HashMap<>();
    final List<Runnable> underWay = new ArrayList<>();
    private final ManualTicker ticker;
    private int mostObjects = Integer.MAX_VALUE;
    private long mostBytes = Long.MAX_VALUE;
    private long stamp;
    private boolean immediate = true;
    private @Nullable RandomGenerator faults;
    private CompletableFuture<HomeAnswer> lastAnswer = new CompletableFuture<>();

    FakeHomes(ManualTicker ticker) {
        this.ticker = ticker;
    }

    void quota(int objects, long bytes) {
        mostObjects = objects;
        mostBytes = bytes;
    }

    /** From now on messages wait for {@link #deliver}. */
    void hold() {
        immediate = false;
    }

    /** From now on a tenth of the messages is lost, and a tenth of the questions comes twice. */
    void lose(RandomGenerator random) {
        faults = random;
    }

    /** Delivers one message that is under way. */
    void deliver(int index) {
        underWay.remove(index).run();
    }

    /** The only answer that is under way is lost: its requester hears that nobody knows. */
    void loseAnswer() {
        if (underWay.size() != 1) {
            throw new AssertionError(underWay.size() + " messages are under way; expected one");
        }
        underWay.clear();
        lastAnswer.complete(new HomeAnswer.Unavailable("lost"));
    }

    void deliverAll() {
        while (!underWay.isEmpty()) {
            deliver(0);
        }
    }

    /** The way to them from a node that is the home of nothing, or of everything. */
    RepositoryHomeClient seenFrom(boolean here) {
        return new RepositoryHomeClient() {
            @Override
            public CompletableFuture<HomeAnswer> ask(ObjectKey key, HomeRequest request) {
                CompletableFuture<HomeAnswer> answer = new CompletableFuture<>();
                send(() -> arrive(key, request, answer), answer);
                return answer;
            }

            @Override
            public boolean isHere(ObjectKey key) {
                return here;
            }
        };
    }

    private void arrive(ObjectKey key, HomeRequest request, CompletableFuture<HomeAnswer> answer) {
        if (faults != null && faults.nextInt(10) == 0) {
            step(key, request);
        }
        HomeAnswer said = step(key, request);
        lastAnswer = answer;
        send(() -> answer.complete(said), answer);
    }

    private void send(Runnable message, CompletableFuture<HomeAnswer> answer) {
        boolean lost = faults != null && faults.nextInt(10) == 0;
        Runnable delivery = lost ? () -> answer.complete(new HomeAnswer.Unavailable("lost")) : message;
        if (immediate) {
            delivery.run();
        } else {
            underWay.add(delivery);
        }
    }

    /** By way of bytes, as between real nodes. */
    HomeAnswer step(ObjectKey key, HomeRequest request) {
        try {
            HomeCodec.Question asked = HomeCodec.readQuestion(HomeCodec.write(key, request));
            UUID hash = key.hash();
            long now = ticker.nanos() / 1_000_000 + 1;
            stamp = HomeEntryTransitions.stamp(stamp, now);
            HomeEntryTransitions.Step step =
                    HomeEntryTransitions.step(key, entries.get(hash), asked.request(), this::fits, now, stamp);
            if (step.changes()) {
                entries.compute(hash, (same, old) -> step.entry());
            }
            return HomeCodec.readAnswer(HomeCodec.write(step.answer()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean fits(int objects, int bytes) {
        long used = entries.values().stream().mapToLong(HomeObjectEntry::size).sum();
        long there =
                entries.values().stream().filter(entry -> !entry.isRemoved()).count();
        return there + objects <= mostObjects && used + bytes <= mostBytes;
    }
}
