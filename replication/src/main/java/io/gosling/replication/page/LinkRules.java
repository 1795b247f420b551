package io.gosling.replication.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * What may be chosen of a site's links, as its operator has it.
 *
 * @param documents whether links to other pages may be chosen too, and not only what pages are made of
 * @param cors whether co-op servers answer with {@code Access-Control-Allow-Origin: *}, so that fonts and module scripts
 *     may come from them
 * @param extendPolicy whether a page's content security policy is to be extended by the co-op's origin where it does not
 *     allow it: the caller then sends {@link ContentPolicy#extended}; only policies in the header can be
 * @param policies the content security policies that the page is sent with; several in one header field, parted by
 *     commas, become several here (CSP Level 3, section 2.2.2)
 */
public record LinkRules(boolean documents, boolean cors, boolean extendPolicy, List<String> policies) {
    public LinkRules {
        policies = policies.stream()
                .flatMap(field -> Stream.of(field.split(",")))
                .filter(policy -> !policy.isBlank())
                .toList();
    }

    /** Only what is safe: images, styles, scripts and media of the same site. */
    public static LinkRules safe() {
        return new LinkRules(false, false, false, List.of());
    }
}
