package io.gosling.node.run;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes over a changed secret file at a reload: the tokens and the certificates of all channels change together, and a
 * file that cannot be used changes nothing. Filled when the process starts, then used by the reloading thread.
 */
final class ClusterSecretReload {
    static final String NOT_YET = "this process does not accept the first secret yet, and others might not either;"
            + " expected the new secret in the second line of all processes' files, below the present one, and a reload"
            + " of each, before it comes first";

    private final SettingValues atStart;
    private final @Nullable ClusterSecret secret;
    private final boolean named;
    private final List<ClusterTls> channels = new ArrayList<>();
    private List<String> news = List.of();

    /**
     * @param atStart name the file
     * @param secret as it was read at the start; is changed; null where there is no file
     * @param named true if members find each other by a name that comes from the secret: they do not encrypt
     */
    ClusterSecretReload(SettingValues atStart, @Nullable ClusterSecret secret, boolean named) {
        this.atStart = atStart;
        this.secret = secret;
        this.named = named;
    }

    /** Adds the TLS of further channels; before the first reload. Returns it, and it stays the caller's. */
    @Nullable
    ClusterTls with(@Nullable ClusterTls tls) {
        if (tls != null) {
            channels.add(tls);
        }
        return tls;
    }

    ReloadablePart part() {
        return new ReloadablePart(List.of(), values -> prepare(), () -> news);
    }

    private Runnable prepare() throws BadConfigurationException {
        ClusterSecret current = secret;
        ClusterSecret read = current == null ? null : ListenAddresses.secret(atStart);
        if (current == null || read == null || read.isSame(current)) {
            return () -> news = List.of();
        }
        requireUsable(read, current);
        List<Runnable> steps = new ArrayList<>();
        for (ClusterTls channel : channels) {
            steps.add(channel.change(read.tlsSecrets()));
        }
        return () -> {
            steps.forEach(Runnable::run);
            // Last, so that a reload after a step that failed does not find that nothing has changed.
            current.replaceBy(read);
            news = List.of(news(CommonSettings.SECRET_FILE, read.labels()));
        };
    }

    /** Returns the line about a changed secret file, with the short names of its one or two secrets. */
    static String news(Setting<?> file, List<String> labels) {
        return "reloaded: " + file.name() + ": uses secret " + labels.getFirst()
                + (labels.size() == 1 ? " alone" : " and accepts " + labels.getLast() + " too");
    }

    private void requireUsable(ClusterSecret read, ClusterSecret current) throws BadConfigurationException {
        String where = atStart.where(CommonSettings.SECRET_FILE);
        if (!current.acceptsFirstOf(read)) {
            throw new BadConfigurationException(where + NOT_YET);
        }
        if (current.isRandom() && !read.isRandom()) {
            throw new BadConfigurationException(where + "the new secret looks made up by a person; expected a random"
                    + " one, for example from: head -c 32 /dev/urandom | base64");
        }
        if (named && !read.usesSame(current)) {
            throw new BadConfigurationException(where + "the first secret differs, from which the cluster's name comes"
                    + " while cluster.encryption is off; expected the same one, or a restart of all processes");
        }
    }
}
