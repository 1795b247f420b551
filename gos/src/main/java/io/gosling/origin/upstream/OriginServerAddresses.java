package io.gosling.origin.upstream;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The servers of an origin, which all answer the same.
 *
 * @param usual asked in turn; at least one
 * @param backups asked while none of the usual ones can be
 */
public record OriginServerAddresses(List<OriginAddress> usual, List<OriginAddress> backups) {
    /**
     * @throws IllegalArgumentException when there is none, one is there twice, or some are asked over TLS and some not
     */
    public OriginServerAddresses {
        usual = List.copyOf(usual);
        backups = List.copyOf(backups);
        if (usual.isEmpty()) {
            throw new IllegalArgumentException("servers: none; expected at least one, such as http://10.0.0.5:3000");
        }
        boolean secure = usual.getFirst().secure();
        Set<OriginAddress> seen = new HashSet<>();
        for (OriginAddress server : all(usual, backups)) {
            if (!seen.add(server)) {
                throw new IllegalArgumentException("servers: \"" + server + "\" twice; expected each once");
            }
            if (server.secure() != secure) {
                throw new IllegalArgumentException("servers: \"" + usual.getFirst() + "\" and \"" + server
                        + "\"; expected http for all, or https for all");
            }
        }
    }

    public boolean secure() {
        return usual.getFirst().secure();
    }

    List<OriginAddress> all() {
        return all(usual, backups);
    }

    private static List<OriginAddress> all(List<OriginAddress> usual, List<OriginAddress> backups) {
        return Stream.concat(usual.stream(), backups.stream()).toList();
    }
}
