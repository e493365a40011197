package org.touchpaper.harc.stream;

import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/** Whatever travels in one frame of a stream between peers that have proved who they are. */
public sealed interface Word {

  /**
   * True if it may wait for company, for to send and to receive costs more than the word itself. It
   * tells of a decision, and whoever began the transaction is told by another word; of those who
   * are told it is told mostly unasked, and who did ask hears it some milliseconds later. Or it
   * tells of what was begun, and who is told answers: that is waited for only where too few
   * acceptors were heard of late.
   */
  default boolean isPatient() {
    return switch (this) {
      case Said(var message) ->
          switch (message) {
            case Message.Enlist _,
                Message.Enlisted _,
                Message.Decided _,
                Message.Acknowledged _,
                Message.Decide _ ->
                true;
            case Message.Learn _,
                Message.Phase1a _,
                Message.Phase1b _,
                Message.Phase2a _,
                Message.Phase2b _,
                Message.Outbid _,
                Message.Forced _,
                Message.Prepare _,
                Message.OtherRecord _ ->
                false;
          };
      case Heard _, Reached _ -> true;
      case Begin _, Answer _, Refused _, Ping _ -> false;
    };
  }

  /** A message of the protocol. */
  record Said(Message message) implements Word {}

  /** A client begins, or joins, and wants to hear the decision within that time. */
  record Begin(Request request, long waitMillis) implements Word {}

  /**
   * What became of a transaction, to one that began it.
   *
   * @param fingerprint of the record it was begun with: the id may be bound to another
   * @param knowledge what the acceptor knows; unknown from one that does not vote
   */
  record Answer(String fingerprint, Knowledge knowledge) implements Word {}

  /**
   * A transaction is not taken up, and nothing of it remembered. A client of an earlier build ends
   * the stream, and hears the same over HTTP.
   *
   * @param fingerprint of the record it was begun with
   * @param sentence why, for people
   */
  record Refused(String fingerprint, String sentence) implements Word {}

  /**
   * A resource manager has made the decision durable that it was told on this very stream; of one
   * so old that it may have forgotten it, it says so whatever it is told. Which one need not be
   * said: an acceptor tells only one as long as it lives, and its streams end with it.
   */
  record Heard(TransactionId id) implements Word {}

  /** How far an acceptor's own memory has come; what it says counts for this life from here on. */
  record Reached(Extent extent) implements Word {}

  /** Says that the speaker lives; means nothing else. */
  record Ping() implements Word {}
}
