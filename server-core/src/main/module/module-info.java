/**
 * The HTTP engine under every Gosling node, usable alone as an embeddable server: {@link io.gosling.Gosling} is the
 * door, {@code io.gosling.http} what a handler sees.
 */
module io.gosling.server {
    requires transitive io.netty.buffer;
    requires transitive io.netty.transport;
    requires transitive io.netty.codec.http;
    requires transitive io.netty.codec.http2;
    requires transitive io.netty.common;
    requires transitive java.net.http;
    requires static transitive org.jspecify;
    requires static transitive org.junit.jupiter.api;
    requires static com.google.errorprone.annotations;
    requires io.netty.codec;
    requires io.netty.handler;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.kqueue;
    requires io.netty.transport.unix.common;
    requires java.management;
    requires java.naming;
    requires jdk.management;

    exports io.gosling;
    exports io.gosling.accesslog;
    exports io.gosling.common;
    exports io.gosling.document;
    exports io.gosling.http;
    exports io.gosling.http.documents;
    exports io.gosling.http.mapping;
    exports io.gosling.http.routing;
    exports io.gosling.http.websocket;
    exports io.gosling.junit;
    exports io.gosling.netty.client;
    exports io.gosling.netty.client.http2;
    exports io.gosling.netty.exchange;
    exports io.gosling.netty.fastpath;
    exports io.gosling.netty.handoff;
    exports io.gosling.netty.http1;
    exports io.gosling.netty.http2;
    exports io.gosling.netty.limits;
    exports io.gosling.netty.listen;
    exports io.gosling.netty.server;
    exports io.gosling.netty.tls;
    exports io.gosling.netty.transport;
    exports io.gosling.routes;
    exports io.gosling.settings;
    exports io.gosling.site;
    exports io.gosling.site.access;
    exports io.gosling.site.compression;
    exports io.gosling.site.rules;
    exports io.gosling.structured;
    exports io.gosling.wire;
}
