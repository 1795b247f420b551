package io.gosling.bench.packet;

/** The set-up of the hosts. */
record TestbedSetup(Course course, ForwarderKind mechanism, int servers, boolean beside) {
    /** The experiment that a set-up belongs to. */
    enum Course {
        /** The speed of a dispatcher: no process is limited to a part of a CPU. */
        SPEED,
        /** The paper's: dispatcher and back-ends are machines of equal speed. */
        SCALE;

        String label() {
            return this == SPEED ? "speed" : "scale";
        }
    }

    int backends() {
        return servers + (beside ? 1 : 0);
    }

    String line() {
        return mechanism.label() + (beside ? ", one on its own host" : "");
    }

    @Override
    public String toString() {
        return course.label() + ", " + line() + ", " + servers + (servers == 1 ? " server" : " servers");
    }
}
