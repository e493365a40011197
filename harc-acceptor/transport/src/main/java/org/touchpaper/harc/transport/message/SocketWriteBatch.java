package org.touchpaper.harc.transport.message;

import java.util.List;

/** Messages written to the socket in one call, one frame each; a call costs more than a frame. */
public record SocketWriteBatch(List<StreamMessage> messages) {}
