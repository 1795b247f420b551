package io.gosling.accesslog;

import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.settings.DurationFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The requests that a follower of the access log wants. Immutable; event loops ask it.
 *
 * @param given the texts of the filter, by the names of fields
 * @param wanted what fields have to match
 * @param nanos that a request took at least
 */
public record LogFilter(Map<String, String> given, List<Condition> wanted, long nanos) {
    private record Condition(Function<AccessRecord, String> field, Pattern pattern) {
        boolean isMetBy(AccessRecord record) {
            return pattern.matcher(field.apply(record)).matches();
        }
    }

    private static final int MOST_CHARACTERS = 200;
    private static final String SLOWER = "slower";
    private static final Map<String, Function<AccessRecord, String>> FIELDS = Map.of(
            "status", record -> Integer.toString(record.status()),
            "from", AccessRecord::from,
            "host", record -> withoutPort(record.text(Part.HOST)),
            "url", record -> record.text(Part.TARGET));

    /**
     * Reads a filter.
     *
     * @param given patterns by the names of fields, in which {@code *} is any text; a duration for {@code slower}; for
     *     a status {@code 5xx} too
     * @throws IllegalArgumentException naming what is wrong and what is expected
     */
    public static LogFilter parse(Map<String, String> given) {
        List<Condition> wanted = new ArrayList<>();
        given.forEach((name, value) -> {
            Function<AccessRecord, String> field = FIELDS.get(name);
            if (value.length() > MOST_CHARACTERS || (field == null && !name.equals(SLOWER))) {
                throw new IllegalArgumentException("\"" + name + "\": expected one of " + SLOWER + ", "
                        + String.join(", ", new TreeSet<>(FIELDS.keySet())) + ", with at most " + MOST_CHARACTERS
                        + " characters");
            }
            if (field != null) {
                wanted.add(new Condition(field, pattern(name.equals("status") ? value.replace("xx", "*") : value)));
            }
        });
        String slower = given.getOrDefault(SLOWER, "0s");
        try {
            long nanos = DurationFormat.parse(slower).toNanos();
            return new LogFilter(Map.copyOf(given), List.copyOf(wanted), nanos);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(SLOWER + ": \"" + slower + "\"; expected a time such as 250ms", e);
        }
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0 && host.chars().skip(colon + 1).allMatch(c -> c >= '0' && c <= '9');
        return port ? host.substring(0, colon) : host;
    }

    /** Each text between two stars is looked for once, where it comes first, so that no pattern takes long. */
    private static Pattern pattern(String value) {
        String[] texts = value.split("\\*", -1);
        StringBuilder regex = new StringBuilder(Pattern.quote(texts[0]));
        for (int i = 1; i < texts.length; i++) {
            String text = Pattern.quote(texts[i]);
            regex.append(i == texts.length - 1 ? ".*" + text : "(?>.*?" + text + ")");
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    /** Returns whether a request with its result is wanted. */
    boolean takes(AccessRecord record) {
        for (Condition condition : wanted) {
            if (!condition.isMetBy(record)) {
                return false;
            }
        }
        return record.nanos() >= nanos;
    }
}
