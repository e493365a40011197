package org.touchpaper.demo.probe;

import org.touchpaper.segment.connection.ConnectionId;

/** Connection ids, derived as brokers derive them (DESIGN "Identity"). */
final class ConnectionIds {

  private ConnectionIds() {}

  /** Returns the id under which a broker books the first segment of a connection. */
  static String firstPart(String connection) {
    return ConnectionId.of(connection).derive("segment/0").toString();
  }
}
