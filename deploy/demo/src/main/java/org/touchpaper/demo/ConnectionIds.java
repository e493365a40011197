package org.touchpaper.demo;

import org.touchpaper.segment.connection.ConnectionId;

/** Ids derived as brokers derive them (DESIGN "Identity"). */
final class ConnectionIds {

  private ConnectionIds() {}

  /** The id under which a broker books its first segment for a connection. */
  static String firstPart(String connection) {
    return ConnectionId.of(connection).part("segment/0").toString();
  }
}
