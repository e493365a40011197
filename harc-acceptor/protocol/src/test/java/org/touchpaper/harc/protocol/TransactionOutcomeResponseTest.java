package org.touchpaper.harc.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/** The decision that follows from the answers of a record's acceptors. */
class TransactionOutcomeResponseTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t"),
          List.of("rm1"),
          List.of("a1", "a2", "a3"),
          "d",
          Instant.parse("2026-12-01T21:00:00Z"),
          1);

  @ParameterizedTest
  @CsvSource({
    "UNDECIDED,",
    "UNDECIDED COMMIT, COMMIT",
    "OTHER_RECORD ABORT, ABORT",
    "OTHER_RECORD OTHER_RECORD, ABORT",
    "OTHER_RECORD UNDECIDED OTHER_RECORD, ABORT",
    "OTHER_RECORD UNDECIDED UNDECIDED,",
    "OTHER_RECORD UNKNOWN UNKNOWN,",
    "UNKNOWN UNKNOWN UNKNOWN,"
  })
  void concludesAbortWhenFPlusOneAcceptorsAreBoundToAnotherRecord(
      String answers, Decision conclusion) {
    var known =
        Arrays.stream(answers.split(" ", -1))
            .map(Outcome::valueOf)
            .map(TransactionOutcomeResponse::of);
    assertThat(TransactionOutcomeResponse.conclude(RECORD, known).orElse(null))
        .isEqualTo(conclusion);
  }
}
