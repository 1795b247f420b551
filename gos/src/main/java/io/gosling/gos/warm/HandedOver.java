package io.gosling.gos.warm;

/**
 * The result of moving objects. Immutable.
 *
 * @param kept objects that are in another memory now
 * @param held objects that were there already
 * @param refused objects whose counts are not worth a place there
 * @param missed objects that did not arrive
 * @param bytes the size of those kept
 */
public record HandedOver(int kept, int held, int refused, int missed, long bytes) {
    public static final HandedOver NOTHING = new HandedOver(0, 0, 0, 0, 0);

    public HandedOver plus(HandedOver more) {
        return new HandedOver(
                kept + more.kept, held + more.held, refused + more.refused, missed + more.missed, bytes + more.bytes);
    }

    /** The number of objects in all. */
    public int objects() {
        return kept + held + refused + missed;
    }

    /** The five numbers in one line. */
    public String write() {
        return kept + " " + held + " " + refused + " " + missed + " " + bytes;
    }

    /** @throws IllegalArgumentException when it is not five numbers */
    public static HandedOver read(String line) {
        String[] parts = line.strip().split(" ");
        if (parts.length != 5) {
            throw new IllegalArgumentException("\"" + line + "\"; expected five numbers");
        }
        return new HandedOver(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Long.parseLong(parts[4]));
    }
}
