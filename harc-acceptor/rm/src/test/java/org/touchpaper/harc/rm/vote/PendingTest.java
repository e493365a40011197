package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Part;

class PendingTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t.1"),
          List.of("rm-newton"),
          List.of("a1"),
          "digest",
          Instant.parse("2026-12-01T20:00:00Z"),
          1);

  /** Of what is changed nothing is said but that it is decided, until the scheduler has done it. */
  @ParameterizedTest
  @CsvSource({
    "make,   COMMIT, HELD,      COMMITTED, false",
    "make,   ABORT,  HELD,      ABORTED,   false",
    "make,   COMMIT, ACTIVE,    ACTIVE,    false",
    "modify, COMMIT, ACTIVE,    COMMITTED, true",
    "modify, COMMIT, ENDED,     COMMITTED, true",
    "modify, COMMIT, COMMITTED, COMMITTED, true",
    "modify, COMMIT, FAILED,    FAILED,    false",
    "modify, ABORT,  ACTIVE,    ACTIVE,    false",
    "cancel, COMMIT, ACTIVE,    CANCELLED, true",
    "cancel, COMMIT, COMMITTED, CANCELLED, true",
    "cancel, COMMIT, ENDED,     ENDED,     false",
    "cancel, COMMIT, FAILED,    FAILED,    false",
    "cancel, ABORT,  ACTIVE,    ACTIVE,    false",
  })
  void whatIsDecidedIsToldAsDecidedAndNotAsDone(
      String kind, Decision decision, Part.State is, Part.State told, boolean saysSo) {
    var action = action(kind);
    var part = part(is);
    var answer = Pending.told(ledger(decision, false), List.of(action), List.of(part)).getFirst();
    assertThat(answer.state()).isEqualTo(told);
    assertThat(answer.problem() != null).isEqualTo(saysSo);
    assertThat(answer.released()).isEqualTo(part.released() && told == Part.State.ENDED);
    assertThat(Pending.told(ledger(decision, true), List.of(action), List.of(part)))
        .as("once it is carried out")
        .containsExactly(part);
  }

  /**
   * A decision that is late here may have been heard by whoever asks: what is changed is held, and
   * never ended and clean as it was before.
   */
  @ParameterizedTest
  @CsvSource({
    "make,   HELD,      HELD",
    "modify, COMMITTED, HELD",
    "modify, ACTIVE,    HELD",
    "modify, ENDED,     HELD",
    "modify, FAILED,    FAILED",
    "cancel, COMMITTED, HELD",
    "cancel, ACTIVE,    HELD",
    "cancel, ENDED,     HELD",
    "cancel, FAILED,    FAILED",
  })
  void whatAnUndecidedTransactionChangesIsHeldByIt(String kind, Part.State is, Part.State told) {
    for (var undecided : List.of(voted(null), voted(Vote.prepared("")))) {
      var answer = Pending.told(undecided, List.of(action(kind)), List.of(part(is))).getFirst();
      assertThat(answer.state()).isEqualTo(told);
      assertThat(answer.released()).isFalse();
    }
  }

  private static Ledger voted(@Nullable Vote vote) {
    return new Ledger(RECORD, null, null, "a1", vote, null, null, false);
  }

  private static Action action(String kind) {
    return switch (kind) {
      case "make" -> Ask.nodes("run", 1, Ask.minutes(0, 60));
      case "modify" -> new Action.Modify("run", Ask.minutes(0, 90), null);
      default -> new Action.Cancel("run");
    };
  }

  private static Part part(Part.State is) {
    return new Part("run", is, "n1", List.of("n1"), null, is == Part.State.ENDED);
  }

  private static Ledger ledger(Decision decision, boolean carriedOut) {
    return new Ledger(
        RECORD, null, null, "a1", Vote.prepared(""), decision, RECORD.voteBy(), carriedOut);
  }
}
