package io.gosling.site;

import io.gosling.site.access.AccessRule;
import java.util.ArrayList;
import java.util.List;

/** Which access rules stand before the paths of a site. Pure. */
final class AccessPolicy {
    /** What a root gives for a directory by itself. */
    private static final String INDEX = "index.html";

    private final List<AccessRule> rules;
    private final List<String> index;

    /** @param index the names that a directory's path may stand for */
    AccessPolicy(List<AccessRule> rules, List<String> index) {
        this.rules = List.copyOf(rules);
        List<String> names = new ArrayList<>(index);
        if (!names.contains(INDEX)) {
            names.add(INDEX);
        }
        this.index = List.copyOf(names);
    }

    static AccessPolicy of(Site site) {
        return new AccessPolicy(site.rules().access(), site.content().index());
    }

    /**
     * The rules for a path. The index files of a directory are asked for by the directory's path too, and a rule for one
     * of them must not have that way around it.
     */
    List<AccessRule> before(String key) {
        return rules.isEmpty()
                ? rules
                : rules.stream().filter(rule -> guards(rule, key)).toList();
    }

    /** Whether whoever may see the one path may see the other: no rule stands before it that was not asked. */
    boolean admits(String seen, String other) {
        return rules.isEmpty() || rules.stream().allMatch(rule -> !guards(rule, other) || guards(rule, seen));
    }

    private boolean guards(AccessRule rule, String key) {
        return rule.path().fits(key)
                || (key.endsWith("/")
                        && index.stream().anyMatch(name -> rule.path().fits(key + name)));
    }
}
