package io.gosling.replication.page;

import io.gosling.replication.graph.Destination;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The operator's rules for the links of a site that may be chosen, that is, may lead to copies on other servers.
 *
 * @param documents true if links to other pages may be chosen too, and not only those to the parts of pages
 * @param cors true if co-op servers answer with {@code Access-Control-Allow-Origin: *}, and this one for its own
 *     documents, so that fonts and other objects fetched with CORS may come from them; module scripts may not
 * @param extendPolicy true if a page's content security policy is to be extended by the co-op's origin where it does
 *     not allow it: the caller then sends {@link #policyField}; only policies in the header can be
 * @param policies the content security policies that the page is sent with; several in one header, separated by commas,
 *     become several here (CSP Level 3, section 2.2.2)
 */
public record LinkRules(boolean documents, boolean cors, boolean extendPolicy, List<String> policies) {
    public LinkRules {
        policies = policies.stream()
                .flatMap(field -> Stream.of(field.split(",")))
                .filter(policy -> !policy.isBlank())
                .toList();
    }

    /**
     * The value of Content-Security-Policy for every document of this server, even for one without chosen links: the
     * addresses in a style are subject to the policy of the page that uses it, and that page may have no chosen link of
     * its own.
     *
     * @param origins of the servers that hold copies; the policies are extended by these if the rules say so
     * @return empty where there are no policies
     */
    public Optional<String> policyField(Collection<String> origins) {
        return policies.isEmpty()
                ? Optional.empty()
                : Optional.of(policies.stream()
                        .map(policy -> extendPolicy ? extended(policy, origins) : policy.strip())
                        .collect(Collectors.joining(", ")));
    }

    private String extended(String policy, Collection<String> origins) {
        ContentPolicy extended = ContentPolicy.parse(policy);
        for (Destination destination : fetched()) {
            for (String origin : origins) {
                extended = extended.extended(destination, origin);
            }
        }
        return extended.text();
    }

    /** The destinations that pages may fetch from other servers. */
    private List<Destination> fetched() {
        List<Destination> safe =
                List.of(Destination.IMAGE, Destination.STYLE, Destination.SCRIPT, Destination.MEDIA, Destination.FONT);
        return cors ? safe : safe.subList(0, safe.size() - 1);
    }

    /** Only safe links: images, styles, scripts and media of the same site. */
    public static LinkRules safe() {
        return new LinkRules(false, false, false, List.of());
    }
}
