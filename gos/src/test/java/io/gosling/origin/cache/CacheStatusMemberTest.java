package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CacheStatusMemberTest {
    /** RFC 9211, section 2. */
    @Test
    void handlingsAreSaidInTheWordsOfTheStandard() {
        assertEquals("; hit; ttl=3", CacheStatusMember.hit(3).parameters());
        assertEquals(
                "; fwd=stale; fwd-status=304; stored; ttl=9",
                CacheStatusMember.forwarded("stale").withStatus(304).asStored(9).parameters());
        assertEquals(
                "; fwd=uri-miss; detail=no-store",
                CacheStatusMember.forwarded("uri-miss").because("no-store").parameters());
    }
}
