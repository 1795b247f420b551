package io.gosling.origin;

import io.gosling.caching.Handling;
import io.gosling.caching.StoredFields;
import io.gosling.caching.StoredReply;
import io.gosling.caching.StoringRules;
import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.caching.Validation;
import io.gosling.caching.Variant;
import io.gosling.caching.Verdict;
import io.gosling.document.AnsweredFrom;
import io.gosling.document.PreparedFields;
import io.gosling.document.Ticker;
import io.gosling.gos.ClusterFill;
import io.gosling.gos.JoinAnswer;
import io.gosling.gos.OriginFailure;
import io.gosling.gos.ReplyCopy;
import io.gosling.gos.ReplyMemory;
import io.gosling.gos.SharedReplies;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.PoolExhaustedException;
import io.gosling.origin.Flight.Outcome;
import io.gosling.origin.UrlNotes.Place;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers a GET that memory did not: from another node, or by asking the origin, and has what comes stored, passed on, or
 * replaced by something stale. Blocks.
 */
final class Fetch {
    private static final System.Logger LOG = System.getLogger(OriginHandler.class.getName());

    /** Statuses with which an origin says that it has failed (RFC 5861, section 4). */
    private static final Set<Integer> FAILURES = Set.of(500, 502, 503, 504);

    private static final String ORIGIN_ERROR = "origin-error";
    private static final String UNREACHABLE = "unreachable";

    /** Reasons that lie in the request or the moment, and say nothing of the URL's other requests. */
    private static final Set<String> OF_THIS_REQUEST =
            Set.of("request-no-store", "authorization", "status-206", "status-304");

    private final OriginSettings settings;
    private final Upstream upstream;
    private final ReplyMemory memory;
    private final SharedReplies others;
    private final LocalChanges changes;
    private final UrlNotes notes;
    private final Flights flights;
    private final OriginAnswers answers;
    private final StoringRules rules;
    private final Ticker ticker;
    private final InstantSource wall;

    Fetch(
            OriginSettings settings,
            Upstream upstream,
            ReplyMemory memory,
            SharedReplies others,
            LocalChanges changes,
            UrlNotes notes,
            Flights flights,
            OriginAnswers answers,
            Ticker ticker,
            InstantSource wall) {
        this.settings = settings;
        this.upstream = upstream;
        this.memory = memory;
        this.others = others;
        this.changes = changes;
        this.notes = notes;
        this.flights = flights;
        this.answers = answers;
        this.rules = new StoringRules(settings.guessedMost());
        this.ticker = ticker;
        this.wall = wall;
    }

    /** Asks as the client did, and passes on what comes: nothing of it is kept. */
    Response aside(Ask ask, String why) {
        try {
            return answers.passed(
                    ask,
                    upstream.send(new Upstream.Message(ask.method(), ask.target(), ask.sent(), null)),
                    Handling.forwarded(why));
        } catch (IOException e) {
            return refusal(e, Handling.forwarded(why));
        }
    }

    /** Has a stale copy, which is being served, compared in the background, unless somebody does so already. */
    void validateLater(Ask ask, Place place) {
        Flight mine = new Flight(memory.permit(ask.url()));
        if (flights.join(place.key(), mine) != null) {
            return;
        }
        Thread.ofVirtual().name("gosling-origin-validation").start(() -> {
            ReplyCopy copy = memory.take(place.key());
            Response response = ask(ask, place, copy, "stale", mine);
            if (response.body() != null) {
                response.body().close();
            }
        });
    }

    /**
     * Asks whether a copy still holds, or for a whole response.
     *
     * @param copy passes over
     * @param flight that others may wait for and is ended here, or null
     */
    Response ask(Ask ask, Place place, @Nullable ReplyCopy copy, String why, @Nullable Flight flight) {
        Attempt attempt = new Attempt(ask, place, copy, why, flight);
        try {
            return attempt.run();
        } finally {
            attempt.end();
        }
    }

    /** A reader along with what another request brings; null when the bytes are gone. */
    @Nullable
    ReplyReader along(Ask ask, Filling filling) {
        return filling.tryReader(new Continuation(filling.reply(), ask, upstream, null));
    }

    /** Whether a response that another request brings is the one that this request selects. */
    boolean isForToo(Ask ask, Filling filling) {
        List<String> names = Variant.namesOf(filling.reply().fields());
        return names.isEmpty() || Variant.key(names, ask.sent()).equals(Variant.key(names, filling.asked()));
    }

    /** The origin gave no answer. */
    Response refusal(IOException why, Handling handling) {
        LOG.log(System.Logger.Level.INFO, "no answer of the origin {0}: {1}", settings.address(), why.toString());
        return answers.failed(statusOf(why), handling.because(UNREACHABLE));
    }

    /**
     * The answer to one of those who waited for a request that failed: what is stale where that is allowed, and otherwise
     * that it failed. Nobody asks the origin again for them.
     *
     * @param copy passes over
     */
    Response failed(Ask ask, @Nullable ReplyCopy copy, String why, OriginFailure failure) {
        long now = ticker.nanos();
        Duration grace = failure.answered() ? Duration.ZERO : settings.grace();
        String detail = failure.answered() ? ORIGIN_ERROR : UNREACHABLE;
        int status = failure.answered() ? failure.status() : 0;
        if (copy != null && copy.servesOnFailure(ask.terms(), grace, now)) {
            long ttl = copy.reply().freshFor(now).toSeconds();
            return answers.stored(ask, copy, new Handling(false, why, status, false, true, ttl, detail), now);
        }
        if (copy != null) {
            copy.close();
        }
        return answers.failed(failure.status(), new Handling(false, why, status, false, true, null, detail));
    }

    private static int statusOf(IOException why) {
        return why instanceof SocketTimeoutException ? 504 : why instanceof PoolExhaustedException ? 503 : 502;
    }

    /** One request to the origin, and what comes of it. */
    private final class Attempt implements Filling.Owner {
        private final Ask ask;
        private final Place place;
        private final @Nullable Flight flight;
        private final ReplyMemory.Permit permit;
        private final String why;
        private @Nullable ReplyCopy copy;
        private boolean filling;
        private boolean ofOrigin;
        private String key = "";
        private boolean kept;
        private @Nullable ClusterSource source;
        private @Nullable StoredReply coming;

        Attempt(Ask ask, Place place, @Nullable ReplyCopy copy, String why, @Nullable Flight flight) {
            this.ask = ask;
            this.place = place;
            this.copy = copy;
            this.why = why;
            this.flight = flight;
            this.permit = flight == null ? memory.permit(ask.url()) : flight.permit();
        }

        Response run() {
            Flight flying = flight;
            boolean mayShare = flying != null && copy == null && !ask.terms().asksOrigin();
            ClusterFill fill = mayShare ? others.begin() : null;
            return flying == null || fill == null ? own() : shared(flying, fill);
        }

        /** From another node; from the origin where none has it, for all of them or for this one. */
        private Response shared(Flight flying, ClusterFill fill) {
            ClusterSource found = new ClusterSource(
                    others, ask, place.key(), flying, fill, settings.times().header(), this::isFit);
            source = found;
            flights.share(flying, fill);
            return switch (found.find()) {
                case ClusterSource.Found.Given given -> taken(given.response());
                case ClusterSource.Found.Origin origin -> own();
                case ClusterSource.Found.Apart apart -> {
                    tell(new Outcome.Apart());
                    yield own();
                }
                case ClusterSource.Found.Failed failed -> {
                    tell(new Outcome.Failed(failed.why()));
                    yield failed(ask, null, why, failed.why());
                }
            };
        }

        /** Whether another node's response is the one that this request selects, and may be used for it unasked. */
        private boolean isFit(JoinAnswer.Given given) {
            List<String> names = namesOf(given.reply());
            return given.variant().equals(names.isEmpty() ? "" : Variant.key(names, ask.sent()))
                    && given.reply().judge(ask.terms(), ticker.nanos()) == Verdict.SERVE
                    && changes.precede(
                            ask.url(), given.reply().tags(), given.reply().receivedNanos());
        }

        private Response taken(JoinAnswer.Given given) {
            StoredReply reply = given.reply();
            LastingBody body = new LastingBody(
                    new LastingBody.Source(given.body(), false), new Continuation(reply, ask, upstream, source));
            Headers fields = reply.fields()
                    .plus("Age", Long.toString(reply.age(ticker.nanos()).toSeconds()));
            Upstream.Answer answer =
                    new Upstream.Answer(reply.status(), fields, given.length(), body, body::closeQuietly);
            return stored(answer, reply, AnsweredFrom.PEER_MEMORY);
        }

        /** From the origin. */
        private Response own() {
            ReplyCopy known = copy;
            boolean validating = known != null && known.reply().hasValidator();
            Headers asked = validating && known != null
                    ? Validation.conditional(ask.sent(), known.reply())
                    : place.apart() && known == null ? ask.sent() : Validation.unconditional(ask.sent());
            Instant requested = wall.instant();
            Upstream.Answer answer;
            try {
                answer = upstream.send(new Upstream.Message("GET", ask.target(), asked, null));
            } catch (IOException e) {
                return unanswered(e);
            }
            Arrival arrival = new Arrival(requested, wall.instant(), ticker.nanos());
            if (validating && known != null && answer.status() == 304) {
                return freshened(known, answer, arrival);
            }
            if (known != null && FAILURES.contains(answer.status()) && servesStale(known, Duration.ZERO)) {
                answer.close();
                tell(new Outcome.Failed(new OriginFailure(answer.status(), true)));
                return stale(known, answer.status(), ORIGIN_ERROR);
            }
            return whole(answer, arrival);
        }

        /** Afterwards: others are told, unless a filling goes on that will tell them. */
        void end() {
            if (copy != null) {
                copy.close();
            }
            if (!filling) {
                land();
            }
        }

        /** The flight is over: those who wait, here and elsewhere, are told. */
        private void land() {
            if (flight != null) {
                flights.end(place.key(), flight);
            }
            if (source != null) {
                source.end(kept);
            }
        }

        private Handling handling() {
            return Handling.forwarded(why);
        }

        private ReplyCopy handedOver(ReplyCopy known) {
            copy = null;
            return known;
        }

        private boolean servesStale(ReplyCopy known, Duration grace) {
            return known.servesOnFailure(ask.terms(), grace, ticker.nanos());
        }

        private Response stale(ReplyCopy known, int status, String detail) {
            long now = ticker.nanos();
            long ttl = known.reply().freshFor(now).toSeconds();
            Handling handling = new Handling(false, why, status, false, false, ttl, detail);
            return answers.stored(ask, handedOver(known), handling, now);
        }

        private Response unanswered(IOException e) {
            tell(new Outcome.Failed(new OriginFailure(statusOf(e), false)));
            ReplyCopy known = copy;
            return known != null && servesStale(known, settings.grace())
                    ? stale(known, 0, UNREACHABLE)
                    : refusal(e, handling());
        }

        private Response freshened(ReplyCopy known, Upstream.Answer answer, Arrival arrival) {
            answer.close();
            Storing judged = Validation.freshened(known.reply(), ask.headers(), answer.headers(), rules, arrival);
            if (judged == null) {
                // A 304 about something else: what is stored here is of no use.
                handedOver(known).close();
                memory.drop(List.of(place.key()));
                return run();
            }
            long now = ticker.nanos();
            if (judged instanceof Storing.Stored stored) {
                StoredReply reply = stored.reply();
                long length = known.representation().length();
                ReplyCopy fresh = memory.freshen(
                        permit, known, reply, OriginAnswers.representation(reply, length), hot(reply, length));
                notes.place(ask.url(), namesOf(reply), ask.sent(), isShared(reply));
                tell(new Outcome.InMemory());
                Handling handling = handling().withStatus(304);
                long ttl = reply.freshFor(now).toSeconds();
                return answers.stored(ask, fresh, fresh.isKept() ? handling.asStored(ttl) : handling, now);
            }
            memory.drop(List.of(place.key()));
            return answers.stored(ask, handedOver(known), handling().withStatus(304), now);
        }

        private Response whole(Upstream.Answer answer, Arrival arrival) {
            Storing judged = hasCertainEnd(answer)
                    ? rules.judge(ask.headers(), answer.status(), answer.headers(), arrival)
                    : new Storing.NotStored("no-end");
            if (judged instanceof Storing.Stored stored) {
                return stored(answer, stored.reply(), AnsweredFrom.ORIGIN);
            }
            if (FAILURES.contains(answer.status())) {
                tell(new Outcome.Failed(new OriginFailure(answer.status(), true)));
            }
            String reason = ((Storing.NotStored) judged).reason();
            if (answer.status() < 500 && !OF_THIS_REQUEST.contains(reason)) {
                notes.keepApart(ask.url(), ticker.nanos());
                if (!reason.equals(StoringRules.COOKIE)) {
                    memory.drop(List.of(place.key()));
                }
            }
            return answers.passed(ask, answer, handling().because(reason));
        }

        /** Over TLS, a body that ends with its connection may have been cut by somebody else (RFC 9112, section 9.8). */
        private boolean hasCertainEnd(Upstream.Answer answer) {
            return answer.length() >= 0
                    || answer.headers().contains("Transfer-Encoding")
                    || !settings.address().secure();
        }

        /** @param from where it comes from: the origin, or another node */
        private Response stored(Upstream.Answer answer, StoredReply reply, AnsweredFrom from) {
            Filling bringing = Filling.of(answer, reply, ask.sent(), memory, this);
            if (bringing == null) {
                notes.keepApart(ask.url(), ticker.nanos());
                memory.drop(List.of(place.key()));
                return answers.passed(ask, answer, handling().because("too-large"));
            }
            boolean shared = isShared(reply);
            key = notes.place(ask.url(), namesOf(reply), ask.sent(), shared);
            if (!shared) {
                notes.keepApart(ask.url(), ticker.nanos());
            }
            coming = reply;
            ofOrigin = from == AnsweredFrom.ORIGIN;
            filling = true;
            if (!shared) {
                tell(new Outcome.Apart());
            } else if (bringing.length() >= 0 || reply.hasStrongTag()) {
                tell(new Outcome.Shared(bringing));
            }
            ReplyReader reader = bringing.leader();
            Thread.ofVirtual().name("gosling-origin-filling").start(bringing);
            long now = ticker.nanos();
            Handling handling = handling().asStored(reply.freshFor(now).toSeconds());
            if (from != AnsweredFrom.ORIGIN) {
                handling = handling.because(from.label());
            }
            // Who asked gets what came, with what is not kept of it.
            Headers given =
                    StoredFields.passedOn(answer.headers()).without("Age").without("Content-Length");
            return answers.coming(ask, bringing, given, reader, handling, from, now);
        }

        @Override
        public void whole(ByteBuf bytes) {
            StoredReply reply = coming;
            if (reply == null) {
                bytes.release();
                return;
            }
            int length = bytes.readableBytes();
            kept = memory.keep(
                    permit, key, reply, OriginAnswers.representation(reply, length), hot(reply, length), bytes);
        }

        @Override
        public void ended(Filling ended, Filling.End end) {
            switch (end) {
                case WHOLE -> tell(new Outcome.Shared(ended));
                case TOO_LARGE -> notes.keepApart(ask.url(), ticker.nanos());
                case BROKEN -> {
                    if (ofOrigin) {
                        tell(new Outcome.Failed(new OriginFailure(502, false)));
                    }
                }
            }
            land();
        }

        private void tell(Outcome outcome) {
            if (flight != null) {
                flight.say(outcome);
            }
        }
    }

    /** Whether requests that come while it is on its way may have it: not what is to be validated each time. */
    private boolean isShared(StoredReply reply) {
        return !reply.terms().validatedAlways()
                && reply.freshFor(ticker.nanos()).isPositive();
    }

    /** Takes a response that another node had. */
    boolean adopt(ReplyMemory.Permit permit, String key, StoredReply reply, ByteBuf bytes) {
        if (!changes.precede(permit.url(), reply.tags(), reply.receivedNanos())) {
            bytes.release();
            return false;
        }
        notes.place(permit.url(), namesOf(reply), key, isShared(reply));
        int length = bytes.readableBytes();
        return memory.keep(permit, key, reply, OriginAnswers.representation(reply, length), hot(reply, length), bytes);
    }

    private static List<String> namesOf(StoredReply reply) {
        return Variant.namesOf(reply.fields());
    }

    /** The header for the fast lane, or none for what has to be judged for each request. */
    private PreparedFields hot(StoredReply reply, long length) {
        boolean plain = !settings.keepsHost()
                && !reply.terms().validatedAlways()
                && namesOf(reply).isEmpty()
                && reply.status() != 204;
        return plain ? answers.prepared(reply, length) : PreparedFields.none();
    }
}
