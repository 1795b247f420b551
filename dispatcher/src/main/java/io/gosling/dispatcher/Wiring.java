package io.gosling.dispatcher;

import io.gosling.document.Ticker;
import io.gosling.netty.ConnectionPool;
import io.gosling.netty.WireRules;

/** What all connections of a front-end share. */
record Wiring(
        FrontEndSettings settings,
        Dispatcher dispatcher,
        ConnectionPool pool,
        WireRules rules,
        ForwardedFor forwardedFor,
        Outcomes outcomes,
        Ticker ticker) {}
