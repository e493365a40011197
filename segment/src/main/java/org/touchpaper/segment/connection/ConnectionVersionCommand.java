package org.touchpaper.segment.connection;

/** A command about a version of a connection; the operation is the method that gets it. */
public record ConnectionVersionCommand(
    RequesterIdentity requester, ConnectionId connection, int version) {}
