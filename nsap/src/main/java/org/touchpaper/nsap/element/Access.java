package org.touchpaper.nsap.element;

import java.time.Duration;
import java.util.Set;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Manners;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * Where an element is, how to log in, how long to wait, who keeps what was said, what is remembered
 * of it, which of its ports circuits may use, and how late it may carry out what it was sent.
 */
public record Access(
    Endpoint endpoint,
    Credentials credentials,
    Timing timing,
    Manners manners,
    TranscriptSink transcript,
    Marks marks,
    Set<String> ports,
    Duration inDoubtFor) {

  public Access {
    ports = Set.copyOf(ports);
  }

  /** To an element that asks for nothing out of the ordinary. */
  public Access(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink transcript) {
    this(endpoint, credentials, timing, Manners.usual(), transcript);
  }

  /** To an element of which nothing is remembered, with no ports yet. */
  public Access(
      Endpoint endpoint,
      Credentials credentials,
      Timing timing,
      Manners manners,
      TranscriptSink transcript) {
    this(endpoint, credentials, timing, manners, transcript, Marks.NONE, Set.of(), timing.limit());
  }

  /** The same with what is remembered of it. */
  public Access remembering(Marks remembered) {
    return new Access(
        endpoint, credentials, timing, manners, transcript, remembered, ports, inDoubtFor);
  }

  /** The same with the ports that circuits may use. */
  public Access among(Set<String> used) {
    return new Access(endpoint, credentials, timing, manners, transcript, marks, used, inDoubtFor);
  }

  /** The same to an element that may carry out so late what it was sent. */
  public Access inDoubtFor(Duration late) {
    return new Access(endpoint, credentials, timing, manners, transcript, marks, ports, late);
  }

  /** A standing TL1 session that asks with this for reports of what others change. */
  public Tl1Session tl1(InputCommand reports) {
    return Tl1Session.open(
        endpoint, credentials, timing, manners.askingForReports(reports), transcript);
  }

  /** A standing TL1 session with it. */
  public Tl1Session tl1() {
    return Tl1Session.open(endpoint, credentials, timing, manners, transcript);
  }

  /** The same to an element that asks for these manners. */
  private Access with(Manners asked) {
    return new Access(endpoint, credentials, timing, asked, transcript, marks, ports, inDoubtFor);
  }

  /** The same to an element that wants to be left alone this long after a login, or longer. */
  public Access settling(Duration atLeast) {
    return manners.settle().compareTo(atLeast) >= 0 ? this : with(manners.settling(atLeast));
  }

  /** The same to an element that knows its TID only as a quoted text. */
  public Access quotingTid() {
    return with(manners.quotingTid());
  }

  public String tid() {
    return endpoint.tid();
  }
}
