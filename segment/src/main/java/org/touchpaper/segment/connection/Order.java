package org.touchpaper.segment.connection;

/** Names the connection and version that a verb is about, and who asks. */
public record Order(Requester requester, ConnectionId connection, int version) {}
