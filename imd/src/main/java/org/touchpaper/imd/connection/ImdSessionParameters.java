package org.touchpaper.imd.connection;

import java.nio.ByteOrder;
import org.touchpaper.imd.message.ImdMessage.SessionInfo;

/**
 * What an engine says of itself first.
 *
 * @param version 2 or 3
 * @param order the byte order of its bodies
 */
public record ImdSessionParameters(int version, ByteOrder order, SessionInfo info) {}
