package io.gosling.bench;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads from a Cache-Status header (RFC 9211), as Gosling's nodes write it, which cache answered: members are listed
 * from the origin outwards, so the last one is the node that was asked.
 */
final class AnsweredBy {
    private static final Pattern DETAIL = Pattern.compile(";\\s*detail=\"?([A-Za-z0-9_-]+)");
    private static final Pattern HAS_HIT = Pattern.compile(";\\s*hit\\b");

    private AnsweredBy() {}

    /** {@code hit}, {@code peer}, {@code home}, {@code home-disk}, {@code disk}, {@code none}, or another detail. */
    static String kind(String cacheStatus) {
        if (cacheStatus.isBlank()) {
            return "none";
        }
        String[] members = cacheStatus.split(",");
        String asked = members[members.length - 1];
        if (HAS_HIT.matcher(asked).find()) {
            return "hit";
        }
        String detail = detail(asked).orElse("other");
        boolean fromMemory = members.length > 1 && HAS_HIT.matcher(members[0]).find();
        return detail.equals("home") && !fromMemory ? "home-disk" : detail;
    }

    private static Optional<String> detail(String member) {
        Matcher matcher = DETAIL.matcher(member);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
