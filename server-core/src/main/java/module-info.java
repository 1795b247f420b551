/**
 * A web server to be embedded: start reading at {@link io.gosling.Gosling}.
 */
module io.gosling {
    requires transitive io.netty.buffer;
    requires io.netty.codec;
    requires transitive io.netty.codec.http;
    requires transitive io.netty.common;
    requires io.netty.handler;
    requires transitive io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.io_uring;
    requires io.netty.transport.classes.kqueue;
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires static java.net.http;
    requires static org.junit.jupiter.api;

    exports io.gosling;
    exports io.gosling.document;
    exports io.gosling.http;
    exports io.gosling.junit;
    exports io.gosling.netty;
}
