package org.touchpaper.harc.protocol.acceptor;

import java.time.Instant;
import java.util.List;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/**
 * The effects that the shell performs for an acceptor, in the given order: state is durable before
 * a message that depends on it is sent.
 */
public sealed interface AcceptorEffect {

  /** Make this durable before any later effect. */
  record Persist(HardState hardState) implements AcceptorEffect {}

  /**
   * Make this durable before any effect of a later event about the transaction, but do not wait for
   * it. What a crash loses can be learnt again, except that this acceptor led: so a restarted
   * acceptor must not report not started.
   */
  record PersistLater(HardState hardState) implements AcceptorEffect {}

  /** Send once; the message may be lost. */
  record Send(String to, Message message) implements AcceptorEffect {}

  /**
   * Answer waiting clients: all of them if the transaction is decided, else only the one whose
   * request caused the event.
   */
  record Answer(TransactionId id, TransactionOutcomeResponse report) implements AcceptorEffect {

    /** True if the request's record is unknown or not the one the id is bound to. */
    private boolean isRejection() {
      return report.outcome() == Outcome.OTHER_RECORD || report.outcome() == Outcome.UNKNOWN;
    }
  }

  /**
   * True if the client whose request caused these effects must not wait for the outcome: the
   * outcome belongs to another record of the id.
   */
  static boolean containsRejection(List<AcceptorEffect> effects) {
    return effects.stream()
        .anyMatch(effect -> effect instanceof Answer answer && answer.isRejection());
  }

  /** Deliver {@code TimePassed} at this instant or soon after. */
  record SetTimer(TransactionId id, Instant at) implements AcceptorEffect {}
}
