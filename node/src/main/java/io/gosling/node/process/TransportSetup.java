package io.gosling.node.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.SettingValues;
import java.lang.System.Logger.Level;

/** Opens the configured transport, and logs which one it is. */
public final class TransportSetup {
    private static final System.Logger log = System.getLogger(TransportSetup.class.getName());

    private TransportSetup() {}

    public static Transport open(SettingValues values) {
        int asked = values.get(CommonSettings.EVENT_LOOPS);
        int loops = asked == 0 ? Runtime.getRuntime().availableProcessors() : asked;
        try {
            Transport transport =
                    Transport.open(TransportKind.parse(values.get(CommonSettings.TRANSPORT)), loops, "gosling");
            log.log(Level.INFO, "sockets are driven by {0}", transport.describe());
            return transport;
        } catch (IllegalStateException e) {
            throw new CommandFailureException(ExitCode.CONFIGURATION, "--transport: " + e.getMessage(), e);
        }
    }
}
