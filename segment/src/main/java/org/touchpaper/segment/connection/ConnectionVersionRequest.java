package org.touchpaper.segment.connection;

/** A request about one version of a connection, by whom; the method called states the operation. */
public record ConnectionVersionRequest(
    RequesterIdentity requester, ConnectionId connection, int version) {}
