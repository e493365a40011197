package org.touchpaper.tl1.element;

import java.time.Duration;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.touchpaper.tl1.codec.CommandDecoder;
import org.touchpaper.tl1.message.InputCommand;

/** How one make of element carries commands out, once somebody is logged in. */
interface Tl1Dialect {

  /**
   * Carries the command out on the database; called with the element's lock held.
   *
   * @throws Refused for the DENY that it becomes
   */
  Answer execute(InputCommand command);

  /** False if the TID of the command is not in the form that it wants. */
  default boolean isAddressedBy(InputCommand command) {
    return true;
  }

  /** What a command meets before ACT-USER. */
  default Answer notLoggedIn() {
    return Answer.deny("PLNA", "Privilege, Login Not Active");
  }

  /**
   * How long after ACT-USER was completed commands still meet that, and another ACT-USER is
   * refused.
   */
  default Duration settle() {
    return Duration.ZERO;
  }

  /**
   * True if REPT DBCHG goes to whoever made the change, too. An ONS tells of every change (its
   * command guide lists ALW-MSG-DBCHG); of a CoreDirector that is not public.
   */
  default boolean tellsAuthors() {
    return false;
  }

  /** True if a session is told of changes only once it has said ALW-MSG-DBCHG. */
  default boolean tellsWhoAsks() {
    return false;
  }

  /** True if it echoes what may be typed, and acknowledges every command at once. */
  default boolean echoesAndAcknowledges() {
    return false;
  }

  /** The longest command it takes, in characters with the semicolon. */
  default int longestCommand() {
    return CommandDecoder.DEFAULT_LIMIT;
  }

  /**
   * What somebody else might do now: enter something of theirs, or delete something, ours or not.
   * Called with the element's lock held.
   *
   * @param draw a chance from 0 to below the number given
   */
  default Optional<InputCommand> meddle(boolean deletes, IntUnaryOperator draw) {
    return Optional.empty();
  }

  static Answer unknownCommand() {
    return Answer.deny("IICM", "Input, Invalid Command");
  }
}
