package io.gosling.gos.warm;

/**
 * The result of moving objects. Immutable.
 *
 * @param kept objects that are in another memory now
 * @param refused objects whose counts are not worth a place there
 */
public record MoveResult(int kept, int held, int refused, int missed, long bytes) {
    public static final MoveResult NOTHING = new MoveResult(0, 0, 0, 0, 0);

    public MoveResult plus(MoveResult more) {
        return new MoveResult(
                kept + more.kept, held + more.held, refused + more.refused, missed + more.missed, bytes + more.bytes);
    }

    int objects() {
        return kept + held + refused + missed;
    }

    public String write() {
        return kept + " " + held + " " + refused + " " + missed + " " + bytes;
    }

    public static MoveResult read(String line) {
        String[] parts = line.strip().split(" ");
        if (parts.length != 5) {
            throw new IllegalArgumentException("\"" + line + "\"; expected five numbers");
        }
        return new MoveResult(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Long.parseLong(parts[4]));
    }
}
