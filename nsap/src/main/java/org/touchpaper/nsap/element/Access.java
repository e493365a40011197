package org.touchpaper.nsap.element;

import java.time.Duration;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Manners;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * Where an element is, how to log in, how long to wait, who keeps what was said, and what is
 * remembered of it.
 */
public record Access(
    Endpoint endpoint,
    Credentials credentials,
    Timing timing,
    Manners manners,
    TranscriptSink transcript,
    Marks marks) {

  /** To an element that asks for nothing out of the ordinary. */
  public Access(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink transcript) {
    this(endpoint, credentials, timing, Manners.usual(), transcript, Marks.NONE);
  }

  /** The same with what is remembered of it. */
  public Access remembering(Marks remembered) {
    return new Access(endpoint, credentials, timing, manners, transcript, remembered);
  }

  /** A standing TL1 session with it. */
  public Tl1Session tl1() {
    return Tl1Session.open(endpoint, credentials, timing, manners, transcript);
  }

  /** The same to an element that wants to be left alone this long after a login, or longer. */
  public Access settling(Duration atLeast) {
    return manners.settle().compareTo(atLeast) >= 0
        ? this
        : new Access(endpoint, credentials, timing, manners.settling(atLeast), transcript, marks);
  }

  public String tid() {
    return endpoint.tid();
  }
}
