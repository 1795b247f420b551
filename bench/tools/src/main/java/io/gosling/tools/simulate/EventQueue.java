package io.gosling.tools.simulate;

import java.util.Arrays;

/**
 * The queue of future events, the earliest first, and those of the same moment in the order in which they were added: a
 * binary heap.
 */
final class EventQueue {
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private Event[] events = new Event[256];
    private int size;
    private long said;

    interface Event {
        void happen();
    }

    void at(long time, Event event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
        }
        int place = size++;
        long order = said++;
        while (place > 0) {
            int above = (place - 1) / 2;
            if (!isBefore(time, order, above)) {
                break;
            }
            move(above, place);
            place = above;
        }
        put(place, time, order, event);
    }

    long next() {
        return times[0];
    }

    Event take() {
        Event earliest = events[0];
        size--;
        long time = times[size];
        long order = orders[size];
        Event last = events[size];
        int place = 0;
        while (2 * place + 1 < size) {
            int below = 2 * place + 1;
            if (below + 1 < size && isBefore(times[below + 1], orders[below + 1], below)) {
                below++;
            }
            if (isBefore(time, order, below)) {
                break;
            }
            move(below, place);
            place = below;
        }
        put(place, time, order, last);
        return earliest;
    }

    private boolean isBefore(long time, long order, int place) {
        return time < times[place] || (time == times[place] && order < orders[place]);
    }

    private void move(int from, int to) {
        put(to, times[from], orders[from], events[from]);
    }

    private void put(int place, long time, long order, Event event) {
        times[place] = time;
        orders[place] = order;
        events[place] = event;
    }
}
