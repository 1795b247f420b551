package io.gosling.replication.members;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a server says of itself, and of a document, along with a request to another one or the answer to it.
 *
 * @param from who says it
 * @param to whom it is meant for
 * @param nonce drawn for the request; the answer has the same
 * @param number grows from one request of a server to the next; in answers that of the server's last request
 * @param load the sender's load figure
 * @param room bytes that the receiver may count on at the sender
 * @param admin where the sender's admin API answers on its machine; empty where it has none, or says none
 * @param version the home's number for the document's bytes; 0 where there is none
 * @param offered whether the home wants the receiver to have the document
 * @param source what the home compares when it is asked whether the copy is still the same; empty where there is none
 */
public record ServerStatus(
        String from,
        String to,
        String nonce,
        long number,
        double load,
        long room,
        String admin,
        long version,
        boolean offered,
        String source) {
    /** In a field that only servers of the group are sent. */
    public static final String FIELD = "Gosling-Replication";

    /** The same as an answer about a document. */
    public ServerStatus about(long itsVersion, boolean isOffered, String itsSource) {
        return new ServerStatus(from, to, nonce, number, load, room, admin, itsVersion, isOffered, itsSource);
    }

    Map<String, String> written() {
        Map<String, String> said = new LinkedHashMap<>();
        said.put("from", from);
        said.put("to", to);
        said.put("nonce", nonce);
        said.put("number", Long.toString(number));
        said.put("load", Double.toString(load));
        said.put("room", Long.toString(room));
        said.put("admin", admin);
        said.put("version", Long.toString(version));
        said.put("offered", offered ? "yes" : "no");
        said.put("source", source);
        return said;
    }

    /** Empty when something is missing or no number: another version of the group's language. */
    static Optional<ServerStatus> read(Map<String, String> said) {
        try {
            double load = Double.parseDouble(said.getOrDefault("load", ""));
            ServerStatus word = new ServerStatus(
                    said.getOrDefault("from", ""),
                    said.getOrDefault("to", ""),
                    said.getOrDefault("nonce", ""),
                    Long.parseLong(said.getOrDefault("number", "")),
                    load,
                    Long.parseLong(said.getOrDefault("room", "")),
                    said.getOrDefault("admin", ""),
                    Long.parseLong(said.getOrDefault("version", "")),
                    said.getOrDefault("offered", "no").equals("yes"),
                    said.getOrDefault("source", ""));
            return load >= 0 && !Double.isInfinite(load) ? Optional.of(word) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
