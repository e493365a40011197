package org.touchpaper.elementemulator.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.touchpaper.tl1.message.Acknowledgement;

/** A fault injected into one command, by a test or by a {@link RandomFaultSettings}. */
public sealed interface InjectedFault {

  /** The connection breaks before the command is carried out. */
  record DropBefore() implements InjectedFault {}

  /** The command is carried out; the connection breaks before the answer. */
  record DropAfter() implements InjectedFault {}

  /** The command is carried out but not answered; the connection stays. */
  record NoResponse() implements InjectedFault {}

  /** The command is carried out and answered once the latch is released. */
  record SlowResponse(CountDownLatch released) implements InjectedFault {

    /** Waits until the latch is released, at most a minute. */
    public void await() throws IOException {
      try {
        if (!released.await(60, TimeUnit.SECONDS)) {
          throw new IOException("the delayed command was not released in time");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /** The command is not answered, and is carried out after this delay by the element's clock. */
  record LateExecution(Duration delay) implements InjectedFault {}

  /** The element refuses; a CLI prints the text after a percent sign. */
  record Deny(String code, String text) implements InjectedFault {}

  /** The command is carried out; this text is sent instead of the answer. */
  record Garbage(String text) implements InjectedFault {}

  /**
   * The element restarts.
   *
   * @param executed whether the command is carried out before
   * @param keepsDatabase whether the database survives
   */
  record Restart(boolean executed, boolean keepsDatabase) implements InjectedFault {}

  /** A fault of TL1; a CLI supports third-party and signal changes and interleaved reports only. */
  sealed interface Tl1Fault extends InjectedFault {}

  /** The only answer is NA, NG or RL; with NA, the command may be carried out. */
  record Acknowledged(Acknowledgement.Code code, boolean executed) implements Tl1Fault {}

  /** This number of IP acknowledgements precedes the command and its answer. */
  record InProgress(int acknowledgements, Duration interval) implements Tl1Fault {}

  /** The answer is DELAY; the command is carried out after this delay. */
  record Delayed(Duration delay) implements Tl1Fault {}

  /** The command is carried out; the answer is PRTL, with half of the rows. */
  record PartialResponse() implements Tl1Fault {}

  /** The answer to a write is COMPLD, although the write is not carried out. */
  record FalseCompletion() implements Tl1Fault {}

  record MalformedDeny(DenyForm form) implements Tl1Fault {}

  enum DenyForm {
    /** Without code and text, as a Cisco denies a command without a login. */
    BARE,
    /** The code follows the comment. */
    CODE_LAST,
    /** The CTAG is 0, so the denied command is not identified. */
    UNTAGGED
  }

  /** The answer consists of many segments, some empty, with times out of order. */
  record SegmentedResponse() implements Tl1Fault {}

  /** The answer consists of RTRV blocks, each ended by a semicolon and a prompt. */
  record RtrvBlockResponse() implements Tl1Fault {}

  /** Unrelated reports precede, interrupt and follow the segments of the answer. */
  record InterleavedReports() implements Tl1Fault {}

  /** The rows lack their closing quotes, as a CoreDirector omits them from long rows. */
  record UnclosedQuote() implements Tl1Fault {}

  /** The deleted entity's resources stay locked for this time. */
  record SlowRelease(Duration delay) implements Tl1Fault {}

  /** The session is closed as idle: CANC is reported, and the connection is closed. */
  record IdleLogout() implements Tl1Fault {}

  /** The user is logged out silently; the command is denied as before a login. */
  record LoginLost() implements Tl1Fault {}

  /** A third party first creates an entity, or deletes one, possibly ours. */
  record ThirdPartyChange(boolean deletes) implements Tl1Fault {}

  /** A port loses its signal or, if one has lost it, regains it. */
  record SignalChange() implements Tl1Fault {}
}
