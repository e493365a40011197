package org.touchpaper.nsap.element;

import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** Where an element is, how to log in, how long to wait, and who keeps what was said. */
public record Access(
    Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink transcript) {

  /** A standing TL1 session with it. */
  public Tl1Session tl1() {
    return Tl1Session.open(endpoint, credentials, timing, transcript);
  }

  public String tid() {
    return endpoint.tid();
  }
}
