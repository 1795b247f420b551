package io.gosling.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/** Selects among the server's offers by the client's Accept headers (RFC 9110, section 12). Pure. */
final class ContentNegotiator {
    private static final int NO_FIT = -1;

    private ContentNegotiator() {}

    private record Accepted(String value, Map<String, String> parameters, int quality) {}

    static @Nullable String type(@Nullable String field, List<String> offers) {
        return best(field, offers, ContentNegotiator::fitOfType);
    }

    static @Nullable String language(@Nullable String field, List<String> offers) {
        return best(field, offers, ContentNegotiator::fitOfLanguage);
    }

    private static @Nullable String best(
            @Nullable String field, List<String> offers, ToIntBiFunction<Accepted, String> fit) {
        List<Accepted> accepted = field == null ? List.of() : elements(field);
        if (accepted.isEmpty()) {
            return offers.isEmpty() ? null : offers.getFirst();
        }
        String best = null;
        int most = 0;
        for (String offer : offers) {
            int quality = quality(accepted, offer, fit);
            if (quality > most) {
                most = quality;
                best = offer;
            }
        }
        return best;
    }

    /** Returns the quality of the most specific element that fits. */
    private static int quality(List<Accepted> accepted, String offer, ToIntBiFunction<Accepted, String> fit) {
        int closest = NO_FIT;
        int quality = 0;
        for (Accepted element : accepted) {
            int closeness = fit.applyAsInt(element, offer);
            if (closeness > closest) {
                closest = closeness;
                quality = element.quality();
            }
        }
        return quality;
    }

    private static int fitOfType(Accepted element, String offer) {
        MediaType type = MediaType.parse(offer);
        if (type == null) {
            throw new IllegalArgumentException("'" + offer + "' is no media type such as text/html");
        }
        if (element.value().equals("*/*")) {
            return 0;
        }
        if (element.value().equals(type.type() + "/*")) {
            return 1;
        }
        boolean fits = type.is(element.value())
                && type.parameters().entrySet().containsAll(element.parameters().entrySet());
        return fits ? 2 + element.parameters().size() : NO_FIT;
    }

    private static int fitOfLanguage(Accepted element, String offer) {
        String language = offer.toLowerCase(Locale.ROOT);
        if (element.value().equals("*")) {
            return 0;
        }
        boolean fits = language.equals(element.value()) || language.startsWith(element.value() + "-");
        return fits ? element.value().length() : NO_FIT;
    }

    private static List<Accepted> elements(String field) {
        List<Accepted> elements = new ArrayList<>();
        for (String element : field.split(",")) {
            int semicolon = element.indexOf(';');
            String value = semicolon < 0 ? element : element.substring(0, semicolon);
            Map<String, String> parameters =
                    semicolon < 0 ? new HashMap<>() : new HashMap<>(HeaderParameterParser.of(element, semicolon));
            String weight = parameters.remove("q");
            int quality = weight == null ? 1000 : thousandths(weight);
            if (!value.isBlank() && quality >= 0) {
                elements.add(new Accepted(value.strip().toLowerCase(Locale.ROOT), parameters, quality));
            }
        }
        return elements;
    }

    /** 0 to 1000, or -1 where it is malformed. */
    private static int thousandths(String quality) {
        boolean valid = quality.matches("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?");
        return valid ? (int) Math.round(Double.parseDouble(quality) * 1000) : -1;
    }
}
