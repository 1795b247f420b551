package io.gosling.replication.page;

import io.gosling.replication.graph.RequestDestination;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operator's rules for the links of a site that may be chosen, that is, may lead to copies on other servers. */
public record LinkRuleSettings(SettingValues values) implements SettingGroup<LinkRuleSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Boolean> DOCUMENTS = DECLARED.setting(
            "replication.documents",
            SettingType.toggle(),
            "off",
            "on lets links to other pages lead to copies too, and not only links to the parts of pages.");

    public static final Setting<Boolean> CORS = DECLARED.setting(
            "replication.cors",
            SettingType.toggle(),
            "off",
            "on sends copies, and this server's own documents, with Access-Control-Allow-Origin: *, so that links to"
                    + " fonts and other objects fetched with CORS may lead to copies.");

    public static final Setting<String> CONTENT_POLICY = DECLARED.optional(
            "replication.content-policy",
            SettingType.matching(
                    "CSP",
                    "a content security policy in one line of ASCII, such as default-src 'self'",
                    "[A-Za-z][ -~]*"),
            "Content-Security-Policy of this server's documents. Links that it does not allow stay as they are, and"
                    + " pages are not copied, since other servers do not send it.");

    public static final Setting<Boolean> EXTEND_POLICY = DECLARED.setting(
            "replication.extend-policy",
            SettingType.toggle(),
            "off",
            "on adds the addresses of the replica set's servers to the policy of replication.content-policy, for what"
                    + " pages fetch from them.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public LinkRuleSettings of(SettingValues other) {
        return new LinkRuleSettings(other);
    }

    /**
     * The content security policies that pages are sent with; several in one header, separated by commas, are several
     * here (CSP Level 3, section 2.2.2).
     */
    public List<String> policies() {
        return find(CONTENT_POLICY).stream()
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
        List<String> policies = policies();
        return policies.isEmpty()
                ? Optional.empty()
                : Optional.of(policies.stream()
                        .map(policy -> get(EXTEND_POLICY) ? extended(policy, origins) : policy.strip())
                        .collect(Collectors.joining(", ")));
    }

    private String extended(String policy, Collection<String> origins) {
        ContentSecurityPolicy extended = ContentSecurityPolicy.parse(policy);
        for (RequestDestination destination : fetched()) {
            for (String origin : origins) {
                extended = extended.extended(destination, origin);
            }
        }
        return extended.text();
    }

    private List<RequestDestination> fetched() {
        List<RequestDestination> safe = List.of(
                RequestDestination.IMAGE,
                RequestDestination.STYLE,
                RequestDestination.SCRIPT,
                RequestDestination.MEDIA,
                RequestDestination.FONT);
        return get(CORS) ? safe : safe.subList(0, safe.size() - 1);
    }

    /** Only safe links: images, styles, scripts and media of the same site. */
    public static LinkRuleSettings safe() {
        return new LinkRuleSettings(SettingValues.none());
    }
}
