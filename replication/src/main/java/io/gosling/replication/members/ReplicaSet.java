package io.gosling.replication.members;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.replication.plan.CoopServerView;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import io.gosling.wire.SecureHashes;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The replica set as this server sees it: the other servers, the last status of each, and the signing and verification
 * of messages. For many threads.
 *
 * <p>A response is accepted because it carries the nonce of a request that was just sent. A request could be a replay
 * of an old one, so the load in it counts only if its number is higher than the last one of that sender, and only after
 * a response of that sender has given its current number: a restarted server remembers none, and the sender may be
 * dead. Numbers begin with the sender's clock: of a server whose clock was set back, only responses are accepted until
 * it has caught up.
 */
public final class ReplicaSet {
    private static final int NONCE = 12;

    private final ReplicaPeer self;
    private volatile Others others;

    private final SignedHeaderCodec sign;
    private final Duration silence;
    private final Ticker ticker;
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong numbers;
    private final ReplicationCounts counts = new ReplicationCounts();
    /** By server, from its first answer on. */
    private final Map<String, Long> lastNumbers = new ConcurrentHashMap<>();

    /** The address of each server's admin API. */
    private final Map<String, String> admins = new ConcurrentHashMap<>();

    private final AtomicReference<ServerLoadTable> table = new AtomicReference<>(ServerLoadTable.empty());
    /** Number of silences of servers heard before. */
    private final AtomicLong losses = new AtomicLong();

    private volatile ServerLoad own = ServerLoad.NONE;
    private volatile ToLongFunction<String> room = home -> 0;
    private volatile String admin = "";

    /** The other servers by name, and the prefixes of their copies' addresses. */
    private record Others(Map<String, ReplicaPeer> peers, Map<String, CopyUrlPrefix> prefixes) {
        static Others of(Collection<ReplicaPeer> all, ReplicaPeer self) {
            Map<String, ReplicaPeer> peers = new LinkedHashMap<>();
            Map<String, CopyUrlPrefix> prefixes = new HashMap<>();
            all.stream().filter(peer -> !peer.equals(self)).forEach(peer -> {
                peers.put(peer.name(), peer);
                prefixes.put(peer.name(), new CopyUrlPrefix(peer, self.name()));
            });
            return new Others(peers, prefixes);
        }
    }

    /**
     * @param silence a server that was silent for so long is not used for new pages
     * @param millis the clock, where numbers begin
     */
    public ReplicaSet(
            ReplicaPeer self,
            Collection<ReplicaPeer> others,
            SignedHeaderCodec sign,
            Duration silence,
            Ticker ticker,
            long millis) {
        this.self = self;
        this.others = Others.of(others, self);
        this.sign = sign;
        this.silence = silence;
        this.ticker = ticker;
        this.numbers = new AtomicLong(millis << 20);
    }

    public ReplicaPeer self() {
        return self;
    }

    /** The ticker of all times that are compared with those of its servers. */
    public Ticker ticker() {
        return ticker;
    }

    /** Counters of this server's work for the replica set. */
    public ReplicationCounts counts() {
        return counts;
    }

    public Collection<ReplicaPeer> peers() {
        return others.peers().values();
    }

    /**
     * Replaces the other servers: messages from any other host are rejected from now on. False if they are the same.
     */
    public boolean replaceOthers(Collection<ReplicaPeer> all) {
        Others now = Others.of(all, self);
        if (now.peers().equals(others.peers())) {
            return false;
        }
        others = now;
        lastNumbers.keySet().retainAll(now.peers().keySet());
        admins.keySet().retainAll(now.peers().keySet());
        table.updateAndGet(known -> {
            ServerLoadTable left = known;
            for (CoopServerView view : known.servers()) {
                left = now.peers().containsKey(view.name()) ? left : left.without(view.name());
            }
            return left;
        });
        return true;
    }

    /** The other server of this name; null for a stranger and for this server itself. */
    @Nullable
    public ReplicaPeer peer(String name) {
        return others.peers().get(name);
    }

    /** The prefix of the addresses of another server's copies of this one's documents; null as for {@link #peer}. */
    @Nullable
    public CopyUrlPrefix copiesAt(String name) {
        return others.prefixes().get(name);
    }

    /** Returns true if links may lead to the others; browsers block plain HTTP in TLS pages. */
    public boolean mayLead(boolean secure) {
        return self.secure() || !secure;
    }

    public ServerLoad own() {
        return own;
    }

    public void own(ServerLoad figure) {
        own = figure;
    }

    /** Sets the function for the bytes that a home may count on here. */
    public void room(ToLongFunction<String> byHome) {
        room = byHome;
    }

    /** Sets the address of this server's admin API, which its messages contain from now on. */
    public void admin(String address) {
        admin = address;
    }

    /** The address of another server's admin API, from its last message; empty while it has not reported one. */
    public String admin(ReplicaPeer peer) {
        return admins.getOrDefault(peer.name(), "");
    }

    /** The status of the other servers that were heard from lately. */
    public ServerLoadTable heard() {
        long now = ticker.nanos();
        ServerLoadTable known = table.get();
        for (CoopServerView view : known.servers()) {
            if (now - view.heardNanos() > silence.toNanos()) {
                known = known.without(view.name());
            }
        }
        return known;
    }

    public boolean isHeard(ReplicaPeer peer) {
        return isHeardWithin(peer, silence);
    }

    /** Returns true if a server was heard from within this time: otherwise a request is needed to know its status. */
    public boolean isHeardWithin(ReplicaPeer peer, Duration age) {
        return table.get()
                .server(peer.name())
                .filter(view -> ticker.nanos() - view.heardNanos() <= age.toNanos())
                .isPresent();
    }

    /** A server did not answer: it is not chosen until it is heard from again. */
    public void silent(ReplicaPeer peer) {
        ServerLoadTable before = table.getAndUpdate(known -> known.without(peer.name()));
        if (before.server(peer.name()).isPresent()) {
            losses.incrementAndGet();
        }
    }

    /**
     * Number of times that a server which was heard from before did not answer. If it is read before {@link #heard},
     * the same number later shows that no server was lost since.
     */
    public long losses() {
        return losses.get();
    }

    /** The time at which the first of these counts as silent. */
    public long lasts(ServerLoadTable heard) {
        long first = ticker.nanos() + silence.toNanos();
        for (CoopServerView view : heard.servers()) {
            long end = view.heardNanos() + silence.toNanos();
            first = end - first < 0 ? end : first;
        }
        return first;
    }

    private void heard(ServerStatusMessage message, long nanos) {
        CoopServerView view =
                new CoopServerView(message.from(), new ServerLoad(message.load()), Math.max(0, message.room()), nanos);
        table.updateAndGet(known -> known.heard(view));
        admins.put(message.from(), message.admin());
    }

    /** The status message for a request. */
    public ServerStatusMessage question(ReplicaPeer to) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        return message(
                to.name(), Base64.getUrlEncoder().withoutPadding().encodeToString(nonce), numbers.incrementAndGet());
    }

    /** The status message for a response; later requests have higher numbers. */
    public ServerStatusMessage answer(ServerStatusMessage question) {
        return message(question.from(), question.nonce(), numbers.get());
    }

    private ServerStatusMessage message(String to, String nonce, long number) {
        long promised = Math.max(0, room.applyAsLong(to));
        return new ServerStatusMessage(self.name(), to, nonce, number, own.value(), promised, admin, 0, false, "");
    }

    /** The signed header of a request. */
    public String signedQuestion(ServerStatusMessage question, String method, String target, byte[] body) {
        return sign.sign(question.written(), asked(method, target, body));
    }

    /** The signed header of an answer with this status and header. */
    public String signedAnswer(ServerStatusMessage answer, int status, Headers fields) {
        return sign.sign(answer.written(), answered(answer.nonce(), status, fields));
    }

    /**
     * The verified sender of a request, if it is a member of the replica set and the request is for this server; notes
     * its status.
     */
    public Optional<ServerStatusMessage> requester(@Nullable String field, String method, String target, byte[] body) {
        if (field == null) {
            return Optional.empty();
        }
        Optional<ServerStatusMessage> message = verified(field, asked(method, target, body));
        message.filter(this::isNew).ifPresent(said -> heard(said, ticker.nanos()));
        return message;
    }

    private boolean isNew(ServerStatusMessage said) {
        boolean[] later = {false};
        lastNumbers.computeIfPresent(said.from(), (from, before) -> {
            later[0] = before < said.number();
            return Math.max(before, said.number());
        });
        return later[0];
    }

    /** The verified status in a response to this request; noted. */
    public Optional<ServerStatusMessage> reply(
            ServerStatusMessage question, @Nullable String field, int status, Headers fields, long askedNanos) {
        Optional<ServerStatusMessage> message = verified(field, answered(question.nonce(), status, fields))
                .filter(said -> said.from().equals(question.to()));
        message.ifPresent(said -> {
            lastNumbers.merge(said.from(), said.number(), Math::max);
            heard(said, askedNanos);
        });
        return message;
    }

    /** The message of a member to this server, about a request or answer. */
    private Optional<ServerStatusMessage> verified(@Nullable String field, String about) {
        return Optional.ofNullable(field)
                .flatMap(text -> sign.open(text, about))
                .flatMap(ServerStatusMessage::read)
                .filter(this::isForMe);
    }

    private boolean isForMe(ServerStatusMessage message) {
        return message.to().equals(self.name()) && others.peers().containsKey(message.from());
    }

    private static String asked(String method, String target, byte[] body) {
        String digest =
                Base64.getUrlEncoder().encodeToString(SecureHashes.sha256().digest(body));
        return "ask\n" + method + "\n" + target + "\n" + digest;
    }

    private static String answered(String nonce, int status, Headers fields) {
        return "answer\n" + nonce + "\n" + status + "\n" + fields.first("ETag") + "\n" + fields.first("Content-Type");
    }
}
