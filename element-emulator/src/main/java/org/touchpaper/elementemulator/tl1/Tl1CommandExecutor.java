package org.touchpaper.elementemulator.tl1;

import java.time.Duration;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.touchpaper.tl1.codec.CommandStreamSplitter;
import org.touchpaper.tl1.message.InputCommand;

/** Executes the commands of one model of element for a logged-in session. */
public interface Tl1CommandExecutor {

  /**
   * Executes a command on the database; called with the element's lock held.
   *
   * @throws CommandDeniedException is answered with DENY
   */
  CommandResult execute(InputCommand command);

  /** False if the command's TID does not have the required form. */
  default boolean isAddressedBy(InputCommand command) {
    return true;
  }

  /** The answer to a command before ACT-USER. */
  default CommandResult notLoggedIn() {
    return CommandResult.deny("PLNA", "Privilege, Login Not Active");
  }

  /** The time after ACT-USER in which commands, and another ACT-USER, are denied. */
  default Duration loginSettleTime() {
    return Duration.ZERO;
  }

  /**
   * True if the author of a change also receives its REPT DBCHG. An ONS reports all changes (its
   * command guide lists ALW-MSG-DBCHG); for a CoreDirector this is not public.
   */
  default boolean notifiesAuthors() {
    return false;
  }

  /** True if a session must send ALW-MSG-DBCHG to receive change reports. */
  default boolean requiresChangeSubscription() {
    return false;
  }

  /** True if the element echoes interactive input, and acknowledges every command immediately. */
  default boolean echoesAndAcknowledges() {
    return false;
  }

  /** The longest accepted command, in characters with the semicolon. */
  default int maxCommandLength() {
    return CommandStreamSplitter.DEFAULT_MAX_BYTES;
  }

  /**
   * A random command of a third party: creates one of its entities, or deletes any entity. Called
   * with the element's lock held.
   *
   * @param random returns a number from 0 to below its argument
   */
  default Optional<InputCommand> thirdPartyCommand(boolean deletes, IntUnaryOperator random) {
    return Optional.empty();
  }

  static CommandResult unknownCommand() {
    return CommandResult.deny("IICM", "Input, Invalid Command");
  }
}
