package org.touchpaper.harc.commit;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What can happen to an acceptor's part in a transaction. */
public sealed interface Event {

  /** The record it comes with; null if with none. */
  default @Nullable TransactionRecord record() {
    return switch (this) {
      case Received(var message, _) -> message.record();
      case Begun(var request, _) -> request.record();
      case Asked(_, var record) -> record;
      case Heard _, Overruled _, Forgotten _, TimePassed _, Restarted _ -> null;
    };
  }

  /** A message came from a peer whose name has been checked. */
  record Received(Message.ForAcceptor message, String from) implements Event {}

  /**
   * A client begins the transaction here, or repeats that it does.
   *
   * @param present the other acceptors that were heard a moment ago; whatever it says, nothing goes
   *     wrong, but for what is begun where too few are left
   */
  record Begun(Request request, Set<String> present) implements Event {
    public Begun {
      present = Set.copyOf(present);
    }
  }

  /**
   * Someone asks what became of it.
   *
   * @param id the transaction
   * @param record the record if the question carried it
   */
  record Asked(TransactionId id, @Nullable TransactionRecord record) implements Event {}

  /** A resource manager has made the decision durable. */
  record Heard(String resourceManager) implements Event {}

  /**
   * A person decides, without the acceptors' agreement.
   *
   * @param early true to abort although it can still be voted on; a commit is never forced early
   */
  record Overruled(TransactionId id, Decision decision, Force force, boolean early)
      implements Event {}

  /** A person says that a resource manager is gone for good, and need not hear the decision. */
  record Forgotten(TransactionId id, String resourceManager, Force force) implements Event {}

  /** Time went on; a wake that is not due is asked for again. */
  record TimePassed() implements Event {}

  /** The process started again and found this in its journal. */
  record Restarted() implements Event {}
}
