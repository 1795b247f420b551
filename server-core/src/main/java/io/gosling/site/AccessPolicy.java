package io.gosling.site;

import io.gosling.site.access.AccessRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * The access rules of a site, selected by path. Pure.
 *
 * @param index the names that a directory's path may stand for
 */
record AccessPolicy(List<AccessRule> rules, List<String> index) {
    /** The file that a root serves for a directory by itself. */
    private static final String INDEX = "index.html";

    AccessPolicy {
        rules = List.copyOf(rules);
        index = Stream.concat(index.stream(), Stream.of(INDEX)).distinct().toList();
    }

    static AccessPolicy of(Site site) {
        return new AccessPolicy(site.rules().access(), site.content().index());
    }

    /** Returns the rules for a path, those of a directory's index files included. */
    List<AccessRule> before(String key) {
        return rules.isEmpty()
                ? rules
                : rules.stream().filter(rule -> guards(rule, key)).toList();
    }

    /** Returns whether a client that passed the rules of one path may see the other. */
    boolean admits(String seen, String other) {
        return rules.isEmpty() || rules.stream().allMatch(rule -> !guards(rule, other) || guards(rule, seen));
    }

    private boolean guards(AccessRule rule, String key) {
        return rule.path().fits(key)
                || (key.endsWith("/")
                        && index.stream().anyMatch(name -> rule.path().fits(key + name)));
    }
}
