package org.touchpaper.tl1.element;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.touchpaper.tl1.message.Acknowledgement;

/** Something that goes wrong with one command, on a test's demand or by a {@link FaultPlan}. */
public sealed interface Fault {

  /** The connection is lost before the command is carried out. */
  record DropBefore() implements Fault {}

  /** The command is carried out, and the connection is lost before the answer. */
  record DropAfter() implements Fault {}

  /** The command is carried out and never answered, though the connection stays. */
  record Silent() implements Fault {}

  /** The element takes its time: it carries the command out once the latch is down. */
  record Slow(CountDownLatch until) implements Fault {}

  /** It is never answered, and carried out this much later, as the element's clock goes. */
  record Late(Duration by) implements Fault {}

  /** The element refuses; a command line prints the text after a percent sign. */
  record Deny(String code, String text) implements Fault {}

  /** The command is carried out, and this is said instead of the answer. */
  record Garbage(String instead) implements Fault {}

  /**
   * The element restarts.
   *
   * @param carriedOut whether it has carried the command out before
   * @param keepsDatabase whether it comes back with what it held
   */
  record Restart(boolean carriedOut, boolean keepsDatabase) implements Fault {}

  /**
   * What is of TL1; of these a command line knows what anybody may do to an element, and chatter.
   */
  sealed interface OfTl1 extends Fault {}

  /** The only answer is NA, NG or RL; only after NA it may have been carried out. */
  record Acknowledged(Acknowledgement.Code code, boolean carriedOut) implements OfTl1 {}

  /** So many IPs come, this far apart, before the command is carried out and answered. */
  record InProgress(int acknowledgements, Duration apart) implements OfTl1 {}

  /** The answer is DELAY, and the command is carried out this much later. */
  record Delayed(Duration by) implements OfTl1 {}

  /** It is carried out, but PRTL is said, and of several rows half. */
  record Partly() implements OfTl1 {}

  /** COMPLD is said of a write that is not carried out; an acceptance is not yet the thing. */
  record EmptyPromise() implements OfTl1 {}

  /** Refused in a way of which readers are not fond. */
  record DenyOddly(Oddity oddity) implements OfTl1 {}

  /** How a DENY may look. */
  enum Oddity {
    /** No code and no word, as Cisco says that nobody is logged in. */
    BARE,
    /** The code stands after the comment. */
    CODE_LAST,
    /** The CTAG is 0, so that nobody knows what was refused. */
    UNTAGGED
  }

  /** The answer comes in many segments, some empty, with times that go back. */
  record InSegments() implements OfTl1 {}

  /** The answer comes in RTRV blocks, each ended with a semicolon and a prompt. */
  record InBlocks() implements OfTl1 {}

  /** Other things are reported before, between and after the segments of the answer. */
  record Chatter() implements OfTl1 {}

  /** The rows of the answer lack their closing quotes, as a CoreDirector leaves out long ones'. */
  record UnclosedQuote() implements OfTl1 {}

  /** What it deletes goes, but holds what it was made of for so long. */
  record SlowRelease(Duration by) implements OfTl1 {}

  /** The session is declared idle too long: CANC is reported, and the connection closed. */
  record LoggedOut() implements OfTl1 {}

  /** The user is logged out without a word, and the command meets what any does before a login. */
  record LoginLost() implements OfTl1 {}

  /** Somebody else enters something of theirs first, or deletes something, perhaps ours. */
  record Stranger(boolean deletes) implements OfTl1 {}

  /** A port's signal is lost, or, if one is lost already, comes back. */
  record Signal() implements OfTl1 {}
}
