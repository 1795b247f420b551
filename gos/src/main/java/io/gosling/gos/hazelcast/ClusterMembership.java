package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.internal.util.ConcurrencyUtil;
import io.gosling.gos.hazelcast.tls.EncryptedNodeContext;
import io.gosling.gos.hazelcast.tls.MemberEncryption;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.MemberList;
import io.gosling.gos.membership.MissingMember;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.netty.tls.ClusterTls;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Membership in a cluster, joined in the background.
 *
 * <p>Its own thread {@code gosling-member-<node>} starts Hazelcast, follows the member list and notifies the listener;
 * other threads read the book and use the instance while it is there, which they get anew each time: one that
 * Hazelcast ends after a split is replaced.
 */
public final class ClusterMembership implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ClusterMembership.class.getName());
    private static final long RETRY_SECONDS = 5;
    /** The interval between two checks of the join list; nodes that start together have met by then. */
    private static final long LOOK_SECONDS = 10;
    /** The name of clusters whose members know each other by their certificates, while their secret is changed, too. */
    private static final String ENCRYPTED = "gosling";
    /** Request of a node that has joined to those that leave. */
    private static final String WHO_LEAVES = "?";

    private final ClusterSettings settings;
    private final Supplier<HazelcastInstance> hazelcast;
    private final MemberList book;
    private final Consumer<List<ClusterMember>> onChange;
    private final Runnable onMerge;
    private final ExecutorService thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** The tags of other members that have announced to leave. Used by this member's own thread. */
    private final Set<String> leaving = new HashSet<>();

    /** Members whose attributes cannot be read, and who were named in the log. Used by this member's own thread. */
    private final Set<UUID> unreadable = new HashSet<>();

    private @Nullable JoinListCheck watch;

    private volatile List<MissingMember> unmet = List.of();
    private volatile @Nullable HazelcastInstance instance;

    private ClusterMembership(
            ClusterSettings settings,
            Supplier<HazelcastInstance> hazelcast,
            MemberList book,
            Consumer<List<ClusterMember>> onChange,
            Runnable onMerge) {
        this.settings = settings;
        this.hazelcast = hazelcast;
        this.book = book;
        this.onChange = onChange;
        this.onMerge = onMerge;
        this.thread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
                .name("gosling-member-" + settings.node())
                .daemon()
                .factory());
    }

    /**
     * Checks that the cluster port is free, then starts to join and returns.
     *
     * @param tls for the connections to other members, closed by the caller after the member; null for plain text
     * @param onChange receives all other members, self excluded, after each change, by one thread at a time
     * @throws IOException when the port is in use; the message names it
     */
    public static ClusterMembership start(
            ClusterSettings settings, @Nullable ClusterTls tls, Consumer<List<ClusterMember>> onChange)
            throws IOException {
        MemberList book = new MemberList(ClusterMember.named(settings.node(), new SecureRandom().nextInt()));
        return start(settings, book, tls, Map.of(), onChange, () -> {});
    }

    /**
     * @param book already names this node's tag; written by the new member from now on
     * @param tls as above
     * @param context objects for code that runs on a partition's thread, by name
     * @param onMerge run when this node rejoins after a split; by the same thread as {@code onChange}
     */
    public static ClusterMembership start(
            ClusterSettings settings,
            MemberList book,
            @Nullable ClusterTls tls,
            Map<String, Object> context,
            Consumer<List<ClusterMember>> onChange,
            Runnable onMerge)
            throws IOException {
        ClusterSettings bound = settings.withCluster(freeAddress(settings.cluster()));
        ClusterMember self = book.self();
        book.self(new ClusterMember(
                bound.node(),
                self.tag(),
                bound.role(),
                bound.peer(),
                bound.addresses().http(),
                bound.addresses().admin(),
                self.phase(),
                bound.profile()));
        Supplier<HazelcastInstance> hazelcast = () -> {
            Config config = HazelcastConfigurationBuilder.of(bound, book.self(), context);
            return tls == null
                    ? Hazelcast.newHazelcastInstance(config)
                    : EncryptedNodeContext.start(config.setClusterName(ENCRYPTED), MemberEncryption.of(tls));
        };
        ClusterMembership member = new ClusterMembership(bound, hazelcast, book, onChange, onMerge);
        member.thread.execute(member::join);
        member.thread.execute(member::suspectSelfConnections);
        return member;
    }

    /** Tries the port, since Hazelcast starts later and on another thread; a port of 0 becomes a free one. */
    private static InetSocketAddress freeAddress(InetSocketAddress wanted) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(wanted);
            return new InetSocketAddress(wanted.getAddress(), probe.getLocalPort());
        } catch (BindException e) {
            throw new IOException(
                    "cluster address " + SocketAddressFormat.text(wanted) + " cannot be used: " + e.getMessage()
                            + "; stop what uses the port, or choose another with --cluster-port (0 picks a free one)",
                    e);
        }
    }

    private void join() {
        answerOnVirtualThreads();
        boolean told = false;
        while (closed.getCount() > 0 && instance == null) {
            try {
                follow(hazelcast.get());
            } catch (RuntimeException e) {
                if (!told && closed.getCount() > 0) {
                    LOG.log(
                            Level.WARNING,
                            () -> settings.node() + " cannot start its cluster member on "
                                    + SocketAddressFormat.text(settings.cluster()) + ": " + e.getMessage()
                                    + "; serving alone, trying again"
                                    + " every " + RETRY_SECONDS + " s");
                    told = true;
                }
                if (isClosedAfter(RETRY_SECONDS)) {
                    return;
                }
            }
        }
        if (instance != null) {
            refreshSurely();
            say(WHO_LEAVES);
            sayIfLeaving();
            watchThoseToJoin();
        }
    }

    /** Where the common pool has a single thread, Hazelcast would start a platform thread for each answer. */
    private static void answerOnVirtualThreads() {
        if (ForkJoinPool.getCommonPoolParallelism() <= 1) {
            ConcurrencyUtil.setDefaultAsyncExecutor(
                    task -> Thread.ofVirtual().name("gosling-completion").start(task));
        }
    }

    private void refreshSurely() {
        try {
            refresh();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, settings.node() + " could not take over the list of members; trying again", e);
            inAMoment(this::refreshSurely);
        }
    }

    /** Adopts the instance, or ends it: a second one could not have the same port. */
    private void follow(HazelcastInstance started) {
        AtomicBoolean over = new AtomicBoolean();
        try {
            started.getCluster().addMembershipListener(new Follower());
            started.<String>getTopic(HazelcastConfigurationBuilder.PHASES)
                    .addMessageListener(message -> heard(message.getMessageObject()));
            started.getPartitionService()
                    .addPartitionLostListener(new LostPartitionsLog(
                            settings.repository().get(RepositorySettings.BACKUPS), this::inAMoment, this::sayLost));
            started.getLifecycleService().addLifecycleListener(event -> heard(started, over, event));
            // The first look at a partition makes the cluster hand them out: not to be paid for by a request.
            started.getPartitionService().getPartition("/").getOwner();
            // The first use of a map makes its proxy, which takes time that an event loop does not have.
            started.getMap(HazelcastConfigurationBuilder.OBJECTS);
            instance = started;
            if (over.get() || !started.getLifecycleService().isRunning()) {
                // It has ended before it was assigned, when no listener was set.
                ended(started);
            }
        } finally {
            if (instance == null) {
                started.getLifecycleService().terminate();
            }
        }
    }

    private boolean isClosedAfter(long seconds) {
        try {
            return closed.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Checks at once and then repeatedly, on threads of its own: a check may wait for DNS. */
    private void watchThoseToJoin() {
        if (watch == null && !settings.join().isEmpty()) {
            JoinListCheck made = new JoinListCheck(
                    settings.node(),
                    settings.join(),
                    settings.cluster(),
                    settings.timings().get(ClusterTimeouts.CONNECT),
                    InetAddress::getAllByName);
            watch = made;
            Thread.ofVirtual().name("gosling-join-watch-" + settings.node()).start(() -> {
                look(made);
                if (!unmet.isEmpty() && book.others().isEmpty()) {
                    LOG.log(Level.WARNING, () -> JoinListCheck.alone(settings.node(), unmet));
                }
                while (!isClosedAfter(LOOK_SECONDS)) {
                    look(made);
                }
            });
        }
    }

    private void look(JoinListCheck by) {
        HazelcastInstance running = instance;
        if (running != null) {
            try {
                unmet = by.look(addresses(running));
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "the check of the members to join failed, and is repeated", e);
            }
        }
    }

    private static List<InetSocketAddress> addresses(HazelcastInstance running) {
        return running.getCluster().getMembers().stream()
                .map(Member::getSocketAddress)
                .toList();
    }

    private final class Follower implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            later(ClusterMembership.this::refresh);
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            later(ClusterMembership.this::refresh);
        }
    }

    /** Replaces the instance of a node that was cut off and could not join the other half. */
    private void heard(HazelcastInstance which, AtomicBoolean over, LifecycleEvent event) {
        switch (event.getState()) {
            case MERGED -> later(this::mergedBack);
            case MERGE_FAILED, SHUTDOWN -> {
                over.set(true);
                ended(which);
            }
            default -> {}
        }
    }

    /** Ends the use of an instance, which another one replaces. Any thread, once for each. */
    private void ended(HazelcastInstance which) {
        if (closed.getCount() > 0 && letGo(which)) {
            later(() -> {
                LOG.log(
                        Level.WARNING,
                        () -> settings.node()
                                + "'s part in the cluster has ended by itself; serving alone, and joining anew");
                which.getLifecycleService().terminate();
                join();
                mergedBack();
            });
        }
    }

    private synchronized boolean letGo(HazelcastInstance which) {
        boolean ours = which.equals(instance);
        instance = ours ? null : instance;
        return ours;
    }

    private void mergedBack() {
        if (instance == null) {
            return;
        }
        refresh();
        onMerge.run();
        LOG.log(Level.INFO, () -> settings.node() + " was cut off from the cluster, and is back");
    }

    private void inAMoment(Runnable task) {
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, this::later).execute(task);
    }

    /**
     * Drops the {@link SelfConnectedMemberDetector} every second until this is closed; others would go on asking these
     * members.
     */
    private void suspectSelfConnections() {
        HazelcastInstance running = instance;
        try {
            if (running != null) {
                SelfConnectedMemberDetector.suspect(running);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "the check of dead members' addresses failed, and is repeated", e);
        }
        inAMoment(this::suspectSelfConnections);
    }

    private void sayLost(int partitions) {
        if (closed.getCount() > 0) {
            LOG.log(
                    Level.WARNING,
                    () -> settings.node() + ": " + partitions
                            + " of the repository's partitions were lost with the nodes that had them, and anything"
                            + " that programs had put there");
        }
    }

    private void heard(String said) {
        later(() -> {
            if (said.equals(WHO_LEAVES)) {
                sayIfLeaving();
            } else if (tags(book.others()).contains(said)) {
                leaving.add(said);
                refresh();
            }
        });
    }

    private static Set<String> tags(List<ClusterMember> nodes) {
        return nodes.stream().map(node -> Integer.toString(node.tag())).collect(Collectors.toSet());
    }

    private void later(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            // Closed: there is no listener any more.
        }
    }

    /** Reads the member list anew and notifies the listener. On the member's own thread. */
    private void refresh() {
        HazelcastInstance running = instance;
        if (running == null || closed.getCount() == 0) {
            return;
        }
        List<ClusterMember> joined = new ArrayList<>();
        for (Member member : running.getCluster().getMembers()) {
            ClusterMember node = member.localMember() ? null : read(member);
            if (node != null) {
                joined.add(leaving.contains(Integer.toString(node.tag())) ? node.leaving() : node);
            }
        }
        List<ClusterMember> others = MemberList.ordered(joined);
        leaving.retainAll(tags(others));
        List<String> met =
                addresses(running).stream().map(SocketAddressFormat::text).toList();
        unmet = unmet.stream().filter(one -> !met.contains(one.address())).toList();
        if (!others.equals(book.others())) {
            book.others(others);
            onChange.accept(book.others());
        }
    }

    private @Nullable ClusterMember read(Member member) {
        try {
            return MemberAttributeCodec.read(member);
        } catch (IllegalArgumentException e) {
            if (unreadable.add(member.getUuid())) {
                LOG.log(Level.WARNING, () -> settings.node() + ": " + e.getMessage());
            }
            return null;
        }
    }

    /**
     * Exchanges messages with the members that do so by the same name, until this is closed: each second this member's
     * thread sends what {@code messages} gives, until that is null. A message is delivered once at most; a member that
     * is cut off misses some.
     *
     * @param listener gets those of others, on Hazelcast's thread for events; a runtime exception refuses one
     */
    public void exchange(String name, Supplier<@Nullable String> messages, Consumer<String> listener) {
        exchange(new MemberTopic(name, messages, listener));
    }

    private void exchange(MemberTopic topic) {
        inAMoment(() -> {
            HazelcastInstance running = instance;
            if (running != null) {
                topic.exchange(running);
            }
            exchange(topic);
        });
    }

    public KnownNodes book() {
        return book;
    }

    public InetSocketAddress address() {
        return settings.cluster();
    }

    /** Returns true if Hazelcast has started: the node is in a cluster, if only its own. */
    public boolean isJoined() {
        return instance != null;
    }

    /** The addresses of the join list without a member, at the last check or change of members. */
    public List<MissingMember> unmet() {
        return unmet;
    }

    /**
     * The instance that runs now, not to be kept; null before it has joined, between one and the next, and after it
     * has left.
     */
    @Nullable
    public HazelcastInstance instance() {
        return instance;
    }

    /** Announces what attributes cannot tell, since they do not change. */
    private void sayIfLeaving() {
        ClusterMember self = book.self();
        if (self.draining()) {
            say(Integer.toString(self.tag()));
        }
    }

    /** Tells the other members that nothing new should be sent here. */
    public void announceLeaving() {
        book.leave();
        sayIfLeaving();
    }

    private void say(String what) {
        HazelcastInstance running = instance;
        if (running != null) {
            try {
                running.<String>getTopic(HazelcastConfigurationBuilder.PHASES).publish(what);
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "the other members were not notified: " + what, e);
            }
        }
    }

    /** Leaves the cluster; returns within the leave deadline. */
    @Override
    public void close() {
        if (closed.getCount() == 0) {
            return;
        }
        closed.countDown();
        Duration leave = settings.timings().get(ClusterTimeouts.LEAVE);
        thread.execute(this::shutDown);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(leave.toMillis(), TimeUnit.MILLISECONDS)) {
                HazelcastInstance slow = instance;
                if (slow != null) {
                    slow.getLifecycleService().terminate();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void shutDown() {
        HazelcastInstance running = instance;
        if (running != null) {
            running.shutdown();
            instance = null;
        }
    }
}
