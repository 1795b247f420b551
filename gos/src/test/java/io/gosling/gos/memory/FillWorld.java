package io.gosling.gos.memory;

import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.space.ClusterFetchState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that want one object, over the real rows and the real {@link ClusterFetchState}, in a simulated world:
 * messages that are lost, doubled and late, owners of the row that do not know of each other, nodes that die. One
 * thread; the seed decides.
 */
final class FillWorld {
    static final int LOCATE_DEADLINE = 50;
    static final int JOIN_DEADLINE = 40;
    private static final int MOST_STEPS = 200_000;

    /**
     * The faults of a network.
     *
     * @param loss of a message, {@code doubled} one: so many in a hundred
     * @param latest the longest way
     * @param grant how much longer the row's word to a node that is to ask the source may be under way
     */
    record Weather(int loss, int doubled, int latest, int homes, int deaths, int grant) {
        static final Weather FINE = new Weather(0, 0, 10, 1, 0, 0);
        static final Weather DEADLY = new Weather(0, 0, 10, 1, 2, 0);
        static final Weather ROUGH = new Weather(10, 15, 30, 2, 2, 20);
        /** Questions are asked again of another owner. */
        static final Weather TORN = new Weather(0, 60, 20, 2, 1, 0);
        /** Leaders learn of their role after others want to join. */
        static final Weather LATE = new Weather(0, 0, 10, 1, 0, 80);
    }

    /** A rule that is left out, to see that the checks notice. */
    enum Fault {
        NONE,
        REFUSES_BEFORE_ITS_GRANT,
        SAYS_NOTHING_BEFORE_ITS_GRANT,
        GOES_ALONE_UNHEARD,
        TAKES_OVER_UNASKED,
        ADMITS_WHILE_IT_FOLLOWS
    }

    private record Event(long at, long order, Runnable action) {}

    private final Random random;
    private final Weather weather;
    private final Fault fault;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final List<Member> members = new ArrayList<>();
    private final GlobalObjectEntry[] rows;
    private long now;
    private long order;
    private int tags;
    private int deaths;

    int fetches;
    int fetching;
    int mostFetching;
    int reads;
    int ended;

    FillWorld(long seed, Weather weather, Fault fault) {
        this.random = new Random(seed);
        this.weather = weather;
        this.fault = fault;
        this.rows = new GlobalObjectEntry[weather.homes];
        java.util.Arrays.fill(rows, GlobalObjectEntry.empty());
        int count = 2 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            members.add(new Member(random.nextInt(weather.homes)));
        }
    }

    int deaths() {
        return deaths;
    }

    private void in(long time, Runnable action) {
        events.add(new Event(now + time, order++, action));
    }

    /** A message on its way; perhaps. */
    private void send(Runnable arrival) {
        if (random.nextInt(100) < weather.loss) {
            return;
        }
        in(1 + random.nextInt(weather.latest), arrival);
        if (random.nextInt(100) < weather.doubled) {
            in(1 + random.nextInt(3 * weather.latest), arrival);
        }
    }

    /** Runs until nothing happens any more. */
    void run() {
        for (Member member : members) {
            for (int i = 0; i < 3; i++) {
                in(random.nextInt(i == 0 ? 20 : 300), member::read);
            }
        }
        for (int i = 0; i < weather.deaths; i++) {
            in(random.nextInt(200), this::killOne);
        }
        int steps = 0;
        for (Event event = events.poll(); event != null; event = events.poll()) {
            now = event.at;
            event.action.run();
            if (++steps > MOST_STEPS) {
                throw new AssertionError("it goes on for ever");
            }
        }
    }

    private void killOne() {
        Member victim = members.get(random.nextInt(members.size()));
        deaths++;
        victim.die();
    }

    private @Nullable Member byTag(int tag) {
        return members.stream().filter(member -> member.tag == tag).findFirst().orElse(null);
    }

    private final class Member {
        private final int home;
        private int tag = ++tags;
        private long numbers;
        private boolean holds;
        private @Nullable Attempt open;

        Member(int home) {
            this.home = home;
        }

        void read() {
            reads++;
            if (holds) {
                ended++;
            } else if (open != null) {
                open.readers++;
            } else {
                open = new Attempt(this, new FetchLeaderTag(tag, ++numbers));
                open.readers = 1;
                open.locate();
            }
        }

        /** Dies and is started again with another tag and an empty memory; its clients are gone. */
        void die() {
            Attempt lost = open;
            tag = ++tags;
            numbers = 0;
            holds = false;
            open = null;
            if (lost != null) {
                lost.dead();
            }
        }
    }

    /** One fill of one member. */
    private final class Attempt {
        private final Member member;
        private final ClusterFetchState fill;
        private int readers;
        private boolean over;
        private boolean fetchesNow;
        /** The awaited answer; others are late. */
        private int waitingFor;

        Attempt(Member member, FetchLeaderTag mine) {
            this.member = member;
            this.fill = new ClusterFetchState(mine);
        }

        void locate() {
            int question = ++waitingFor;
            FetchLeaderTag failed = fill.failed();
            int tag = member.tag;
            send(() -> {
                int home = random.nextInt(100) < weather.doubled ? random.nextInt(weather.homes) : member.home;
                GlobalObjectEntry row = rows[home];
                boolean taken = fault == Fault.TAKES_OVER_UNASKED && failed.isSomebody();
                rows[home] = row.led(fill.mine(), taken ? row.lead() : failed);
                EntrySummary reading = rows[home].readBy(tag);
                boolean grants =
                        reading.lead().equals(fill.mine()) && reading.holders().isEmpty();
                boolean late = weather.grant > 0 && grants;
                in(late ? random.nextInt(weather.grant) : 0, () -> send(() -> answered(question, reading)));
            });
            in(LOCATE_DEADLINE, () -> answered(question, null));
        }

        private boolean isFor(int question) {
            boolean mine = !over && waitingFor == question;
            waitingFor += mine ? 1 : 0;
            return mine;
        }

        private void answered(int question, @Nullable EntrySummary reading) {
            if (!isFor(question)) {
                return;
            }
            ClusterFetchState.Step step = fill.located(reading);
            if (fault == Fault.GOES_ALONE_UNHEARD && reading == null) {
                fill.goAlone();
                step = new ClusterFetchState.Step.Alone();
            }
            switch (step) {
                case ClusterFetchState.Step.Alone alone -> fetch();
                case ClusterFetchState.Step.Join join -> join(join.leader());
                case ClusterFetchState.Step.Lead lead -> ask(lead.holders());
            }
        }

        /** One holder, from memory or not at all. */
        private void ask(List<Integer> holders) {
            int tag = holders.stream()
                    .filter(one -> byTag(one) != null)
                    .findFirst()
                    .orElse(0);
            Member holder = byTag(tag);
            if (holder == null) {
                fetch();
                return;
            }
            int question = ++waitingFor;
            send(() -> {
                boolean has = holder.holds && holder.tag == tag;
                send(() -> lent(question, has));
            });
            in(JOIN_DEADLINE, () -> lent(question, false));
        }

        private void lent(int question, boolean has) {
            if (!isFor(question)) {
                return;
            }
            if (has) {
                end(true);
            } else {
                fetch();
            }
        }

        private void fetch() {
            fetches++;
            fetching++;
            fetchesNow = true;
            mostFetching = Math.max(mostFetching, fetching);
            in(20 + random.nextInt(80), () -> {
                if (!over) {
                    end(true);
                }
            });
        }

        private void join(FetchLeaderTag leader) {
            int question = ++waitingFor;
            send(() -> asked(leader, question));
            in(JOIN_DEADLINE, () -> failed(question, leader, fault == Fault.SAYS_NOTHING_BEFORE_ITS_GRANT));
        }

        /** At the leader's node. */
        private void asked(FetchLeaderTag leader, int question) {
            Member node = byTag(leader.tag());
            if (node == null) {
                send(() -> failed(question, leader, false));
                return;
            }
            if (node.holds) {
                send(() -> got(question));
                return;
            }
            Attempt theirs = node.open;
            if (theirs == null || !theirs.fill.mine().equals(leader)) {
                send(() -> failed(question, leader, true));
                return;
            }
            ClusterFetchState.Admission said = theirs.fill.admission();
            if (fault == Fault.REFUSES_BEFORE_ITS_GRANT && said == ClusterFetchState.Admission.NOT_YET) {
                said = ClusterFetchState.Admission.REFUSED;
            }
            if (fault == Fault.ADMITS_WHILE_IT_FOLLOWS && !theirs.over) {
                said = ClusterFetchState.Admission.ADMITTED;
            }
            if (fault == Fault.SAYS_NOTHING_BEFORE_ITS_GRANT && said == ClusterFetchState.Admission.NOT_YET) {
                in(1, () -> asked(leader, question));
            } else if (said == ClusterFetchState.Admission.REFUSED) {
                send(() -> failed(question, leader, true));
            } else {
                send(() -> heard(question, leader, theirs));
            }
        }

        /** The leader lives, or the bytes begin to come; from now on silence is noticed. */
        private void heard(int question, FetchLeaderTag leader, Attempt theirs) {
            if (!isFor(question)) {
                return;
            }
            follow(++waitingFor, leader, theirs);
        }

        private void follow(int question, FetchLeaderTag leader, Attempt theirs) {
            if (over || waitingFor != question) {
                return;
            }
            boolean refused = fault != Fault.ADMITS_WHILE_IT_FOLLOWS
                    && theirs.fill.admission() == ClusterFetchState.Admission.REFUSED;
            if (theirs.over && theirs.member.holds) {
                got(question);
            } else if (theirs.over || refused) {
                failed(question, leader, false);
            } else {
                in(5, () -> follow(question, leader, theirs));
            }
        }

        private void got(int question) {
            if (isFor(question)) {
                end(true);
            }
        }

        private void failed(int question, FetchLeaderTag leader, boolean surely) {
            if (!isFor(question)) {
                return;
            }
            if (fill.leaderFailed(leader, surely)) {
                locate();
            } else {
                fetch();
            }
        }

        private void end(boolean held) {
            over = true;
            fetching -= fetchesNow ? 1 : 0;
            ended += readers;
            member.holds = held;
            member.open = null;
            if (fill.end()) {
                send(() -> rows[member.home] = rows[member.home].filled(fill.mine(), held));
            }
        }

        private void dead() {
            over = true;
            fetching -= fetchesNow ? 1 : 0;
            ended += readers;
            fill.end();
        }
    }
}
