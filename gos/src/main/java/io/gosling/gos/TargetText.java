package io.gosling.gos;

/** Purges of many objects as they are written to a disk. Pure. */
final class TargetText {
    private TargetText() {}

    static String of(PurgeTarget target) {
        return switch (target) {
            case PurgeTarget.Key one -> 'k' + one.key();
            case PurgeTarget.Prefix many -> 'p' + many.prefix();
            case PurgeTarget.Tag many -> 't' + many.tag();
            case PurgeTarget.OnEveryHost many -> (many.prefix() ? 'q' : 'e') + many.target();
        };
    }

    /** @throws IllegalArgumentException when it is none */
    static PurgeTarget parse(String text) {
        String rest = text.substring(Math.min(1, text.length()));
        return switch (text.isEmpty() ? ' ' : text.charAt(0)) {
            case 'k' -> new PurgeTarget.Key(rest);
            case 'p' -> new PurgeTarget.Prefix(rest);
            case 't' -> new PurgeTarget.Tag(rest);
            case 'q' -> new PurgeTarget.OnEveryHost(rest, true);
            case 'e' -> new PurgeTarget.OnEveryHost(rest, false);
            default -> throw new IllegalArgumentException("\"" + text + "\" is no purge");
        };
    }
}
