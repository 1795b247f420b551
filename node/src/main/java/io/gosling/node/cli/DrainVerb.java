package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.DrainReport;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling drain}: makes a node leave gracefully, through any member, and waits until it has. */
@Command(name = "drain", description = """
                Make a node leave the cluster gracefully, wait for it, and report the transferred objects. It takes
                nothing new, hands over to the others what it alone has in memory, ends what it has begun, leaves the
                cluster, and ends with status 0.""", footer = """

                Exit status 5 when something that the node alone had has come to nobody: it is fetched anew when
                asked for.

                Examples:
                  gosling drain
                  gosling drain --member n2   # one of up's nodes, through the front-end""")
final class DrainVerb implements Verb {
    /**
     * The timeout of the request, longer than a drain takes with the longest settings: an hour of {@code drain-delay}
     * or {@code warm.transfer-time}, an hour of {@code drain}, and {@code cluster.leave}.
     */
    static final Duration TIMEOUT = Duration.ofMinutes(150);

    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final Duration ENDING = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 50;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private AdminOption admin = new AdminOption();

    @Option(
            names = "--member",
            paramLabel = "NAME",
            description = "The node of the cluster that leaves. Default: the one that is asked.")
    private @Nullable String member;

    @Option(names = "--json", description = "Print the answer as a JSON object.")
    private boolean json;

    @Override
    public ExitCode call() throws InterruptedException {
        AdminAddress address = admin.address();
        try (AdminClient client = admin.client(TIMEOUT)) {
            AdminClient.Answer answer = client.post(address, "/drain" + AdminClient.ofMember(member), "");
            return switch (answer.status()) {
                case 200 -> print(address, answer.text(), ExitCode.OK);
                case 207 -> print(address, answer.text(), ExitCode.PARTIAL);
                case 405 ->
                    throw new CommandFailureException(
                            ExitCode.REFUSED,
                            address + " is a front-end, which holds nothing; expected --member with the name of a node."
                                    + " TERM has a front-end end what it has begun");
                default -> throw AdminOption.refused(address, answer);
            };
        } catch (HttpConnectTimeoutException e) {
            throw AdminOption.unreachable(address, e, "node");
        } catch (HttpTimeoutException e) {
            throw new CommandFailureException(
                    ExitCode.FAILURE,
                    address + " has not left within " + TIMEOUT.toMinutes() + " min, longer than the longest settings"
                            + " allow; its log says what it waits for, and TERM twice ends it",
                    e);
        } catch (IOException e) {
            throw AdminOption.unreachable(address, e, "node");
        }
    }

    private ExitCode print(AdminAddress address, String text, ExitCode code) throws IOException, InterruptedException {
        awaitEnd(address);
        spec.commandLine().getOut().print(json ? text : DrainReport.write(AdminClient.parse(text)));
        spec.commandLine().getOut().flush();
        return code;
    }

    /** Waits until the port no longer answers, or another process answers there. */
    private void awaitEnd(AdminAddress address) throws InterruptedException {
        try (AdminClient client = admin.client(LOOK)) {
            for (long waited = 0;
                    waited < ENDING.toMillis()
                            && "draining".equals(client.status(address, member).get("state"));
                    waited += PAUSE_MILLIS) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            // It has ended.
        }
    }
}
