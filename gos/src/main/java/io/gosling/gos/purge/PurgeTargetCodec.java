package io.gosling.gos.purge;

import java.util.Set;

/** Purges of many objects as they are written to a disk. Pure. */
public final class PurgeTargetCodec {
    private PurgeTargetCodec() {}

    public static String of(PurgeTarget target) {
        return switch (target) {
            case PurgeTarget.Key one -> 'k' + one.key();
            case PurgeTarget.Prefix many -> 'p' + many.prefix();
            case PurgeTarget.Tag many -> 't' + many.tag();
            case PurgeTarget.OnEveryHost many -> (many.prefix() ? 'q' : 'e') + many.target();
        };
    }

    /** Returns true if the purge of this text selects an object; an unknown one selects all. */
    public static boolean covers(String text, String base, Set<String> tags) {
        String rest = text.substring(Math.min(1, text.length()));
        return switch (text.isEmpty() ? ' ' : text.charAt(0)) {
            case 'k' -> base.equals(rest);
            case 'p' -> base.startsWith(rest);
            case 't' -> tags.contains(rest);
            case 'q' -> new PurgeTarget.OnEveryHost(rest, true).covers(base, tags);
            case 'e' -> new PurgeTarget.OnEveryHost(rest, false).covers(base, tags);
            default -> true;
        };
    }
}
