package org.touchpaper.demo.script;

import java.time.Duration;

/** All that the demo asks of the running network, or does to it. */
public sealed interface Question {

  /** The time; answered in ISO 8601. */
  record Now() implements Question {}

  /** Lets time pass; answered with nothing. */
  record Pause(Duration length) implements Question {}

  /** A fresh Idempotency-Key. */
  record Key() implements Question {}

  /**
   * A call of the home BAR's front door as the demo's scientist; answered with the status, a space
   * and the body.
   */
  record Call(String method, String path, String body, String key) implements Question {}

  /** The same in the background: the answer is fetched by {@link Collect} with the same key. */
  record CallInBackground(String path, String body, String key) implements Question {}

  /** Waits for the answer of a background call. */
  record Collect(String key) implements Question {}

  /** What every emulated element holds, as JSON from TID to configuration. */
  record Elements() implements Question {}

  /** The lines exchanged with an element so far. */
  record Transcript(String tid) implements Question {}

  /** The cluster's allocation files, as JSON from file name to content. */
  record Allocations() implements Question {}

  /**
   * What a HARC process says became of a transaction: COMMIT, ABORT, UNDECIDED, UNKNOWN or DOWN.
   */
  record Decision(String process, String transaction) implements Question {}

  /** What a network segment says of a connection: its states in one word or two. */
  record Segment(String service, String connection) implements Question {}

  /** Every service's timetable of the given stretch of time, as one text. */
  record Timetables(String from, String to) implements Question {}

  /** Arms an acceptor to stop itself at a point of the next transaction it leads. */
  record Arm(String acceptor, String point) implements Question {}

  /** Whether an armed acceptor has stopped itself: true or false. */
  record Stopped(String acceptor) implements Question {}

  /** Ends a process as kill -9 does. */
  record Kill(String process) implements Question {}

  /** Whether a process answers its health question with UP: true or false. */
  record Healthy(String process) implements Question {}

  /** Ends everything; answered with what was left behind, nothing if all is gone. */
  record TearDown() implements Question {}
}
