package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message.Acknowledged;
import org.touchpaper.harc.commit.Message.Learn;

/**
 * What is left of a transaction whose decision every resource manager has made durable: enough to
 * answer for ever what became of it, and never to decide it anew (DESIGN decision 7).
 *
 * @param id the transaction
 * @param fingerprint of the record the id is bound to
 * @param verdict the decision; its votes lose their notes after a while
 * @param voteBy the record's
 * @param since when it was over
 */
public record Tombstone(
    TransactionId id, String fingerprint, Verdict verdict, Instant voteBy, Instant since) {

  /** The tombstone of what is remembered; null unless it is over. */
  public static @Nullable Tombstone of(Memory memory, Instant now) {
    var record = memory.record();
    var verdict = memory.verdict();
    return verdict != null && memory.announced()
        ? new Tombstone(record.id(), record.fingerprint(), verdict, record.voteBy(), now)
        : null;
  }

  /** Who asks is told the decision; nothing that is said changes it. */
  public List<Effect> on(Event event, Member.Self self) {
    return switch (event) {
      case Event.Received(var message, var from) when !isOf(message.record()) ->
          List.copyOf(Stranger.refuse(message, from, self));
      case Event.Received(Learn(var record, var leader), _) -> tell(record, leader);
      case Event.Received(var message, var from) ->
          List.copyOf(Afterwards.answer(verdict, message, from));
      case Event.Begun(var request, _) -> answer(request.record(), self);
      case Event.Asked(_, var record) -> answer(record, self);
      case Event.Overruled _, Event.Forgotten _ -> answer(null, self);
      case Event.Heard _, Event.TimePassed _, Event.Restarted _ -> List.of();
    };
  }

  /** The decision, and that nobody need be told of it any more. */
  private List<Effect> tell(TransactionRecord record, String leader) {
    return List.of(
        new Effect.Send(leader, verdict.told(record)),
        new Effect.Send(leader, new Acknowledged(record, verdict.decision())));
  }

  private List<Effect> answer(@Nullable TransactionRecord asked, Member.Self self) {
    var knowledge =
        asked == null || isOf(asked) ? verdict.knowledge() : Stranger.knowledge(asked, self);
    return List.of(new Effect.Answer(id, knowledge));
  }

  /** True if that is the record the id is bound to. */
  public boolean isOf(TransactionRecord record) {
    return record.fingerprint().equals(fingerprint);
  }

  /**
   * What is said about a transaction so old that its tombstone may be gone: that it cannot be taken
   * up. Whoever takes up an unknown id binds it and may find it undecided, so this must be said of
   * every record whose {@code voteBy} lies before the last one a tombstone was dropped for.
   */
  public static List<Effect> forgotten(Event event) {
    return switch (event) {
      case Event.Received _ -> List.of();
      case Event.Begun(var request, _) -> unknown(request.record().id(), Outcome.OTHER_RECORD);
      // That it is bound to another record, from which an abort would follow, is not known.
      case Event.Asked(var id, _) -> unknown(id, Outcome.UNKNOWN);
      case Event.Overruled(var id, _, _, _) -> unknown(id, Outcome.UNKNOWN);
      case Event.Forgotten(var id, _, _) -> unknown(id, Outcome.UNKNOWN);
      case Event.Heard _, Event.TimePassed _, Event.Restarted _ -> List.of();
    };
  }

  private static List<Effect> unknown(TransactionId id, Outcome outcome) {
    return List.of(new Effect.Answer(id, Knowledge.of(outcome)));
  }

  /** The same without the notes of its votes, which nobody asks for any longer. */
  public Tombstone withoutNotes() {
    return new Tombstone(id, fingerprint, verdict.withoutNotes(), voteBy, since);
  }
}
