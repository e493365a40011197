package org.touchpaper.demo.scenario;

import java.time.Duration;

/** A query of the running network, or an action on it. */
public sealed interface DemoControlRequest {

  /** The current time, as ISO 8601. */
  record CurrentTime() implements DemoControlRequest {}

  /** Waits; the answer is empty. */
  record Pause(Duration length) implements DemoControlRequest {}

  /** A new Idempotency-Key. */
  record Key() implements DemoControlRequest {}

  /**
   * A REST call to a site's BAR as the demo's scientist. The answer is the status, a space and the
   * body.
   */
  record Call(String bar, String method, String path, String body, String key)
      implements DemoControlRequest {}

  /**
   * A call of UCL's BAR in the background; {@link BackgroundReply} with the same key returns its
   * answer.
   */
  record BackgroundCall(String path, String body, String key) implements DemoControlRequest {}

  /** Waits for the answer of a background call. */
  record BackgroundReply(String key) implements DemoControlRequest {}

  /** Configuration of every emulated element, as JSON from TID to configuration. */
  record Elements() implements DemoControlRequest {}

  record Transcript(String tid) implements DemoControlRequest {}

  /** The cluster's allocation files, as JSON from file name to content. */
  record Allocations() implements DemoControlRequest {}

  /**
   * The decision of a transaction as a HARC process reports it: COMMIT, ABORT, UNDECIDED, UNKNOWN
   * or DOWN.
   */
  record Decision(String process, String transaction) implements DemoControlRequest {}

  /** The state of a connection at a network segment. */
  record Segment(String service, String connection) implements DemoControlRequest {}

  /** Every service's timetable over the given time, as one text. */
  record Timetables(String from, String to) implements DemoControlRequest {}

  /** Arms an acceptor to stop at a point of the next transaction that it leads. */
  record SetStopPoint(String acceptor, String point) implements DemoControlRequest {}

  /** Whether an armed acceptor has stopped: true or false. */
  record StopPointStatus(String acceptor) implements DemoControlRequest {}

  record Kill(String process) implements DemoControlRequest {}

  /** Whether a process reports its health as UP: true or false. */
  record ProcessHealth(String process) implements DemoControlRequest {}

  /**
   * What may be launched on newton, as JSON: {@code isInstalled}, and in {@code noDataPlane} what
   * packets lack.
   */
  record Engine() implements DemoControlRequest {}

  /**
   * Watches a booking's run while so many frames pass, and pulls at it. The answer is JSON with
   * what was seen.
   */
  record ViewRun(String bookingId, int frames) implements DemoControlRequest {}

  /** Stops the network; the answer lists what was left behind. */
  record StopNetwork() implements DemoControlRequest {}
}
