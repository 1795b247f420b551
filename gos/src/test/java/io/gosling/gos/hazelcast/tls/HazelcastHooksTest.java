package io.gosling.gos.hazelcast.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeContext;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelHandler;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.networking.InboundPipeline;
import com.hazelcast.internal.networking.OutboundHandler;
import com.hazelcast.internal.networking.OutboundPipeline;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.ServerContext;
import java.io.EOFException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The internal hooks of Hazelcast on which the encryption of member connections rests. After an upgrade of Hazelcast
 * this test fails by design: compare the sources of {@code com.hazelcast.internal.networking} and {@code
 * com.hazelcast.internal.server.tcp} of both versions, above all the order in which a pipeline runs its handlers, their
 * modes of buffers, and BLOCKED with wakeup(); then change the version here.
 */
class HazelcastHooksTest {
    private static final String READ = "5.7.0";

    @Test
    void theSourcesOfThisVersionWereRead() {
        assertEquals(
                READ,
                BuildInfoProvider.getBuildInfo().getVersion(),
                "the encryption of member connections uses internals of Hazelcast; see the comment of this class");
    }

    private static void has(Class<?> where, Class<?> result, String name, Class<?>... parameters) {
        Method found = Stream.concat(Stream.of(where.getDeclaredMethods()), Stream.of(where.getMethods()))
                .filter(method -> method.getName().equals(name)
                        && List.of(method.getParameterTypes()).equals(List.of(parameters)))
                .findAny()
                .orElseThrow(() -> new AssertionError(
                        where.getName() + " has no " + name + List.of(parameters) + " any more; see this test"));
        assertTrue(
                result.isAssignableFrom(found.getReturnType()),
                () -> found + " does not return " + result + " any more");
    }

    @Test
    void theHooksAreWhereTheyWere() {
        has(
                HazelcastInstanceFactory.class,
                HazelcastInstance.class,
                "newHazelcastInstance",
                Config.class,
                String.class,
                NodeContext.class);
        has(DefaultNodeContext.class, NodeExtension.class, "createNodeExtension", Node.class);
        has(DefaultNodeExtension.class, Function.class, "createChannelInitializerFn", ServerContext.class);
        has(
                DefaultNodeExtension.class,
                InboundHandler[].class,
                "createInboundHandlers",
                EndpointQualifier.class,
                ServerConnection.class,
                ServerContext.class);
        has(
                DefaultNodeExtension.class,
                OutboundHandler[].class,
                "createOutboundHandlers",
                EndpointQualifier.class,
                ServerConnection.class,
                ServerContext.class);
        has(ChannelInitializer.class, void.class, "initChannel", Channel.class);
        has(Channel.class, boolean.class, "isClientMode");
        has(Channel.class, long.class, "bytesRead");
        has(Channel.class, ConcurrentMap.class, "attributeMap");
        has(Channel.class, InboundPipeline.class, "inboundPipeline");
        has(Channel.class, OutboundPipeline.class, "outboundPipeline");
        has(InboundPipeline.class, InboundPipeline.class, "addLast", InboundHandler[].class);
        has(InboundPipeline.class, InboundPipeline.class, "wakeup");
        has(OutboundPipeline.class, OutboundPipeline.class, "addLast", OutboundHandler[].class);
        has(OutboundPipeline.class, OutboundPipeline.class, "wakeup");
        has(InboundHandler.class, HandlerStatus.class, "onRead");
        has(OutboundHandler.class, HandlerStatus.class, "onWrite");
        has(ChannelHandler.class, void.class, "interceptError", Throwable.class);
        has(ServerConnection.class, ConcurrentMap.class, "attributeMap");
        has(ServerConnection.class, void.class, "close", String.class, Throwable.class);
        has(ServerContext.class, void.class, "onFailedConnection", com.hazelcast.cluster.Address.class);
        assertEquals(
                List.of("CLEAN", "DIRTY", "BLOCKED"),
                Stream.of(HandlerStatus.values()).map(Enum::name).toList());
    }

    /** The handlers of each connection, in order, as Hazelcast has them once packets pass. */
    @Test
    void tlsIsFirstOfWhatArrivesAndLastOfWhatIsSent() {
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            HazelcastInstance n2 = members.start("n2", TlsMembers.address(n1));
            for (HazelcastInstance member : List.of(n1, n2)) {
                for (ServerConnection connection : TlsMembers.connections(member)) {
                    Channel channel = TlsMembers.channel(connection);
                    assertEquals(
                            List.of("MemberTlsDecoder", "PacketDecoder"),
                            TlsMembers.handlers(channel.inboundPipeline()));
                    assertEquals(
                            List.of("PacketEncoder", "MemberTlsEncoder"),
                            TlsMembers.handlers(channel.outboundPipeline()));
                }
            }
        }
    }

    @Test
    void aConnectionThatWasMadeInAnotherWayGetsNoPackets() {
        try (TlsMembers members = new TlsMembers()) {
            Node node = ((HazelcastInstanceProxy) members.start("n1")).getOriginal().node;
            ServerConnection other = (ServerConnection) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {ServerConnection.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("attributeMap") ? new ConcurrentHashMap<>() : "the connection");
            NodeExtension extension = node.getNodeExtension();
            assertThrows(
                    IllegalStateException.class,
                    () -> extension.createInboundHandlers(EndpointQualifier.MEMBER, other, null));
            assertThrows(
                    IllegalStateException.class,
                    () -> extension.createOutboundHandlers(EndpointQualifier.MEMBER, other, null));
        }
    }

    @Test
    void hazelcastTakesARefusalForTheUsualEndOfAConnection() {
        assertTrue(EOFException.class.isAssignableFrom(RefusedMemberException.class));
    }
}
