package io.gosling.gos.purge;

import io.gosling.document.DocumentPath;
import io.gosling.purge.message.PurgeSelector;
import java.util.List;

/** Maps the subject of a purge to this node's keys: that depends on what it serves. Pure. */
@FunctionalInterface
public interface PurgeTargetResolver {
    /**
     * The targets of a selector whose name can be read ({@link PurgeUrlPattern}); none when there can be no such
     * object.
     */
    List<PurgeTarget> of(PurgeSelector selector);

    /** The keys of one directory, which is the same on every host: its paths. */
    static PurgeTargetResolver ofPaths() {
        return selector -> switch (selector) {
            case PurgeSelector.Url url ->
                ofPath("", PurgeUrlPattern.parse(url.name()).path());
            case PurgeSelector.Prefix prefix ->
                List.of(below("", PurgeUrlPattern.parse(prefix.name()).path()));
            case PurgeSelector.Host host -> List.of(new PurgeTarget.Prefix("/"));
            case PurgeSelector.Tag tag -> List.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    /** All documents whose paths begin so, written as their keys are. */
    static PurgeTarget below(String directory, String path) {
        DocumentPath canonical = DocumentPath.find(path);
        return new PurgeTarget.Prefix(directory + (canonical == null ? path : canonical.key()));
    }

    /** The document of this path below a directory of the object space; nothing when no document has such a path. */
    static List<PurgeTarget> ofPath(String directory, String path) {
        DocumentPath document = DocumentPath.find(path);
        return document == null ? List.of() : List.of(new PurgeTarget.Key(directory + document.key()));
    }
}
