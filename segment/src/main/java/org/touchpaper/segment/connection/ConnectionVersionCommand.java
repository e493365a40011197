package org.touchpaper.segment.connection;

/** The target of an operation: a connection, its version, and the requester. */
public record ConnectionVersionCommand(
    RequesterIdentity requester, ConnectionId connection, int version) {}
