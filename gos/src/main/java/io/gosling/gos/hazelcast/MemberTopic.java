package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import com.hazelcast.topic.Message;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages between members: see {@link ClusterMembership#exchange}. Used by one thread. */
final class MemberTopic {
    private static final System.Logger LOG = System.getLogger(MemberTopic.class.getName());

    private final String name;
    private final Supplier<@Nullable String> messages;
    private final Consumer<String> listener;
    private @Nullable HazelcastInstance followed;

    MemberTopic(String name, Supplier<@Nullable String> messages, Consumer<String> listener) {
        this.name = name;
        this.messages = messages;
        this.listener = listener;
    }

    /** Sends what there is, and listens at an instance that is new. */
    void exchange(HazelcastInstance running) {
        try {
            ITopic<String> topic = running.getTopic(name);
            if (!running.equals(followed)) {
                topic.addMessageListener(this::heard);
                followed = running;
            }
            for (String message = messages.get(); message != null; message = messages.get()) {
                topic.publish(message);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "no message was sent to other members, as when an instance has just ended", e);
        }
    }

    private void heard(Message<String> message) {
        if (!message.getPublishingMember().localMember()) {
            try {
                listener.accept(message.getMessageObject());
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "ignored a message of another member: {0}", e.getMessage());
            }
        }
    }
}
