package org.touchpaper.tl1.element;

import java.util.concurrent.CountDownLatch;

/** Something that goes wrong with one command, on a test's demand. */
public sealed interface Fault {

  /** The connection is lost before the command is carried out. */
  record DropBefore() implements Fault {}

  /** The command is carried out, and the connection is lost before the answer. */
  record DropAfter() implements Fault {}

  /** The command is carried out and never answered, though the connection stays. */
  record Silent() implements Fault {}

  /** The element takes its time: it carries the command out once the latch is down. */
  record Slow(CountDownLatch until) implements Fault {}

  /** The element refuses; a command line prints the text after a percent sign. */
  record Deny(String code, String text) implements Fault {}

  /** The command is carried out, and this is said instead of the answer. */
  record Garbage(String instead) implements Fault {}
}
