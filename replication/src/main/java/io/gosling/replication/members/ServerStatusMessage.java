package io.gosling.replication.members;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The status of a server, and optionally of a document, as sent with a request to another server or with the response
 * to it.
 *
 * @param nonce random number of the request; the response repeats it
 * @param number grows from one request of a server to the next; in responses that of the server's last request
 * @param room room at the sender: bytes that the receiver may count on
 * @param admin address of the sender's admin API on its machine; empty if it has none, or reports none
 * @param version the home's number for the document's bytes; 0 if there is none
 * @param offered true if the home wants the receiver to have the document
 * @param source the home's validator of the document, for the revalidation of copies; empty if there is none
 */
public record ServerStatusMessage(
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
    /** The header that carries it, sent only to servers of the replica set. */
    public static final String FIELD = "Gosling-Replication";

    /** The same with the status of a document, for a response. */
    public ServerStatusMessage about(long itsVersion, boolean isOffered, String itsSource) {
        return new ServerStatusMessage(from, to, nonce, number, load, room, admin, itsVersion, isOffered, itsSource);
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

    /** Empty if a value is missing or not a number: the sender uses another version of the protocol. */
    static Optional<ServerStatusMessage> read(Map<String, String> said) {
        try {
            double load = Double.parseDouble(said.getOrDefault("load", ""));
            ServerStatusMessage message = new ServerStatusMessage(
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
            return load >= 0 && !Double.isInfinite(load) ? Optional.of(message) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
