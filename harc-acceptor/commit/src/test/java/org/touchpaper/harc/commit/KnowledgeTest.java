package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/** What a resource manager may conclude from what the acceptors of its record answer. */
class KnowledgeTest {
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
  void fAndOneThatAreBoundToAnotherRecordNeverAcceptAVoteOnThisOne(
      String answers, Decision conclusion) {
    var known = Arrays.stream(answers.split(" ", -1)).map(Outcome::valueOf).map(Knowledge::of);
    assertThat(Knowledge.conclude(RECORD, known).orElse(null)).isEqualTo(conclusion);
  }
}
