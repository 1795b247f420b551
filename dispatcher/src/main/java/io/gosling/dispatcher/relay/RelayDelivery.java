package io.gosling.dispatcher.relay;

/** The delivery that relays each request and its response. */
final class RelayDelivery implements Delivery {
    @Override
    public void deliver(Assignment assigned) {
        assigned.relay();
    }
}
