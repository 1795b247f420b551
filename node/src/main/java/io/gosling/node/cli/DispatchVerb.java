package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.VerbInvocation;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.netty.handoff.TcpRepairSocket;
import io.gosling.netty.transport.Transport;
import io.gosling.node.configuration.PacketConfigurationConverter;
import io.gosling.node.process.ShutdownWatchdog;
import io.gosling.node.process.SignalHandlerRegistry;
import io.gosling.node.process.StopRequest;
import io.gosling.node.report.TextTable;
import io.gosling.node.run.RunningFrontEnd;
import io.gosling.node.run.RunningPacketDispatcher;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling dispatch}: the front-end. */
@Command(name = "dispatch", description = """
    Take clients' requests and pass each to a node: the front-end of a cluster. Nodes are found through
    the cluster, and come and go without a reload. When it knows a node, one line goes to standard
    output:
      ready http=127.0.0.1:8080 admin=127.0.0.1:4675 nodes=3
    With forwarding lsmac or lsnat it passes on packets, in front of any servers of TCP; then the line is:
      ready vip=10.99.0.1 interface=eth0 admin=127.0.0.1:4675 backends=2\
    """, footer = """

                      Examples:
                        gosling dispatch --join 10.0.0.1:5701 --host 10.0.0.10 --secret-file gosling.secret
                        gosling dispatch --list
                        gosling dispatch --policy wrr --backend 127.0.0.1:8081 --backend 127.0.0.1:8082
                        gosling dispatch --config config/front-end.yaml
                        gosling dispatch --forwarding lsnat --vip 10.77.0.1 --interface eth0 --backend 10.77.0.11
                        gosling dispatch --forwarding lsmac --vip 10.99.0.1 --interface eth0 --print-commands\
                      """)
final class DispatchVerb extends ServerVerb {
    private static final System.Logger log = System.getLogger(DispatchVerb.class.getName());
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(20);

    @Option(
            names = "--list",
            description = "Print the policies and forwarding modes, what each needs and whether it is there, and start "
                    + "nothing.")
    private boolean list;

    @Option(
            names = "--print-commands",
            description = "With forwarding lsmac or lsnat: print what is to be typed on back-ends and router, and start"
                    + " nothing.")
    private boolean printCommands;

    @Override
    public List<Setting<?>> settings() {
        return DispatchSettings.ALL;
    }

    @Override
    public ExitCode call() throws BadConfigurationException, InterruptedException {
        VerbInvocation called = called();
        if (list || printCommands) {
            called.out().print(list ? list() : commands(called.values()));
            called.out().flush();
            return ExitCode.OK;
        }
        if (PacketConfigurationConverter.isMeant(called.values())) {
            return packets(called);
        }
        Duration drain = called.values().get(CommonSettings.DRAIN);
        StopRequest stop = StopRequest.install();
        try (RunningFrontEnd frontEnd = RunningFrontEnd.start(called.values(), called.again())) {
            SignalHandlerRegistry.on("USR1", frontEnd::reopenLog);
            SignalHandlerRegistry.on("HUP", frontEnd::reload);
            awaitBackend(
                    frontEnd::readyBackends,
                    stop,
                    "node takes requests after {0} s; they are answered 503 until one does");
            called.out().println(frontEnd.readyLine());
            called.out().flush();
            stop.await();
            Duration delay = called.values().get(CommonSettings.DRAIN_DELAY);
            ShutdownWatchdog.start(delay.plus(drain).plus(called.values().get(ClusterTimeouts.LEAVE)));
            frontEnd.drain(delay, drain);
        }
        return ExitCode.OK;
    }

    /** Runs a packet dispatcher, which needs no time to drain. */
    private static ExitCode packets(VerbInvocation called) throws BadConfigurationException, InterruptedException {
        StopRequest stop = StopRequest.install();
        AtomicBoolean failed = new AtomicBoolean();
        Runnable fault = () -> {
            failed.set(true);
            stop.request("packet dispatching has ended");
        };
        try (RunningPacketDispatcher packets = RunningPacketDispatcher.start(called.values(), called.again(), fault)) {
            SignalHandlerRegistry.on("USR1", () -> StopRequest.ignored("USR1"));
            SignalHandlerRegistry.on("HUP", packets::reload);
            awaitBackend(
                    packets::readyBackends, stop, "back-end has answered in {0} s; clients get nothing until one does");
            called.out().println(packets.readyLine());
            called.out().flush();
            stop.await();
            ShutdownWatchdog.start(Duration.ZERO);
        }
        return failed.get() ? ExitCode.FAILURE : ExitCode.OK;
    }

    private static String commands(SettingValues values) throws BadConfigurationException {
        if (!PacketConfigurationConverter.isMeant(values)) {
            throw new BadConfigurationException("--print-commands with forwarding "
                    + values.get(ForwardingSettings.FORWARDING).label()
                    + ", which needs none; expected lsmac or lsnat");
        }
        PacketSettings settings = PacketConfigurationConverter.of(values);
        String own = "DISPATCHER";
        try {
            IpAddress asking = NetworkDevice.named(settings.device()).asking(settings.cluster());
            own = asking.equals(IpAddress.NONE) ? own : asking.toString();
        } catch (IOException e) {
            log.log(Level.DEBUG, "printed on another host than the dispatcher", e);
        }
        return String.join("\n", PacketSetupInstructions.of(settings, own)) + "\n";
    }

    private static void awaitBackend(IntSupplier ready, StopRequest stop, String otherwise)
            throws InterruptedException {
        for (long waited = 0; waited < TIMEOUT.toMillis(); waited += POLL.toMillis()) {
            if (ready.getAsInt() > 0 || stop.await(POLL)) {
                return;
            }
        }
        log.log(Level.WARNING, "no " + otherwise, TIMEOUT.toSeconds());
    }

    private static String list() {
        TextTable policies = new TextTable("POLICY", "NEEDS", "WHAT IT DOES");
        for (PolicyName policy : PolicyName.values()) {
            policies.row(policy.label(), policy.needsContent() ? "the request" : "-", policy.summary());
        }
        TextTable modes = new TextTable("FORWARDING", "SEES", "NEEDS", "HERE", "WHAT IT DOES");
        for (ForwardingMode mode : ForwardingMode.values()) {
            modes.row(mode.label(), mode.sees(), mode.needs(), here(mode), mode.summary());
        }
        return policies + "\n" + modes;
    }

    private static String here(ForwardingMode forwarding) {
        boolean here = switch (forwarding) {
            case HANDOFF_LOCAL -> Transport.mayPassConnections();
            case HANDOFF ->
                PacketSocket.obstacle().isEmpty() && TcpRepairSocket.obstacle().isEmpty();
            case LSMAC, LSNAT -> PacketSocket.obstacle().isEmpty();
            default -> true;
        };
        return here ? "yes" : "no";
    }
}
