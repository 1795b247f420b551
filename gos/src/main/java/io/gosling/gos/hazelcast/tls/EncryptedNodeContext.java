package io.gosling.gos.hazelcast.tls;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts Hazelcast with encrypted member connections. One for each instance. */
public final class EncryptedNodeContext extends DefaultNodeContext {
    private final MemberEncryption encryption;
    private final AtomicBoolean installed = new AtomicBoolean();

    private EncryptedNodeContext(MemberEncryption encryption) {
        this.encryption = encryption;
    }

    /**
     * Starts an instance, as {@code Hazelcast.newHazelcastInstance} does.
     *
     * @throws IllegalStateException if Hazelcast has not asked for the encryption; it has been stopped then
     */
    public static HazelcastInstance start(Config config, MemberEncryption encryption) {
        EncryptedNodeContext context = new EncryptedNodeContext(encryption);
        HazelcastInstance started =
                HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), context);
        if (!context.installed.get()) {
            started.getLifecycleService().terminate();
            throw new IllegalStateException("this version of Hazelcast ignores the encryption of member connections;"
                    + " expected the version that Gosling was built with");
        }
        return started;
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        return new EncryptedNodeExtension(node, encryption, installed);
    }
}
