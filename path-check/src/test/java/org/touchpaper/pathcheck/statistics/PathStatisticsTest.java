package org.touchpaper.pathcheck.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.pathcheck.statistics.PathStatistics.Reply;

class PathStatisticsTest {

  /** An answer is written as SEQUENCE/REFLECTOR'S SEQUENCE. */
  @ParameterizedTest(name = "{0} sent, answers {1}")
  @CsvSource({
    // sent, answers in the order of arrival, received, lost there, lost back, reordered, duplicates
    "4, 0/0 1/1 2/2 3/3, 4, 0, 0, 0, 0",
    "4, 0/0 2/1 3/2,     3, 1, 0, 0, 0", // 1 did not arrive there
    "4, 0/0 2/2 3/3,     3, 0, 1, 0, 0", // 1 was answered in vain
    "4, 0/0 3/2,         2, 1, 1, 0, 0",
    "4, 0/0 1/1,         2, 0, 0, 0, 0", // nobody knows where the last two were lost
    "4, 1/0 2/1 3/2,     3, 0, 0, 0, 0", // nor where the first was
    "4, 0/7 2/9 3/10,    3, 0, 1, 0, 0", // the reflector has counted others before
    "4, '',              0, 0, 0, 0, 0",
    "4, 0/0 2/2 1/1 3/3, 4, 0, 0, 1, 0", // overtaken on the way back
    "4, 0/0 2/1 1/2 3/3, 4, 0, 0, 1, 0", // overtaken on the way there
    "4, 3/3 0/0 1/1 2/2, 4, 0, 0, 3, 0",
    "4, 0/0 1/1 1/2 2/3 3/4, 4, 0, 0, 0, 1", // 1 was there twice
  })
  void countsWhatBecameOfEachPacket(
      int sent, String answers, int received, int there, int back, int reordered, int duplicates) {
    var replies =
        Arrays.stream(answers.split(" "))
            .filter(answer -> !answer.isEmpty())
            .map(answer -> answer.split("/"))
            .map(numbers ->
                new Reply(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), 1000))
            .toList();
    var statistics = PathStatistics.of(sent, replies);
    assertThat(statistics.received()).isEqualTo(received);
    assertThat(statistics.lost()).isEqualTo(sent - received);
    assertThat(statistics.lostThere()).isEqualTo(there);
    assertThat(statistics.lostBack()).isEqualTo(back);
    assertThat(statistics.reordered()).isEqualTo(reordered);
    assertThat(statistics.duplicates()).isEqualTo(duplicates);
  }

  @Test
  void roundTripTimesAreMeasuredOnesByRank() {
    // 100 ms, 99 ms ... 1 ms
    var replies =
        IntStream.range(0, 100).mapToObj(i -> new Reply(i, i, (100 - i) * 1_000_000L)).toList();
    assertThat(PathStatistics.of(100, replies).roundTrip())
        .isEqualTo(
            new PathStatistics.RoundTrip(
                Duration.ofMillis(1),
                Duration.ofMillis(50),
                Duration.ofMillis(99),
                Duration.ofMillis(1)));
  }

  @Test
  void withoutAnAnswerThereIsNoRoundTripTime() {
    assertThat(PathStatistics.of(3, List.of()).roundTrip()).isNull();
  }

  /** Clopper and Pearson's limits; without loss 1 - 0.05^(1/n), which the rule of three rounds. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 0.95",
    "10, 0, 0.2589",
    "100, 0, 0.02951",
    "3000, 0, 0.000998",
    "3000, 1, 0.001580",
    "10, 5, 0.7776",
    "10, 10, 1",
    "200000, 1000, 0.005268",
  })
  void saysHowMuchLossIsRuledOut(int sent, int lost, double above) {
    assertThat(LossBound.above(sent, lost, 0.95)).isCloseTo(above, within(above * 0.001));
  }

  @Test
  void theRuleOfThreeIsCloseAndMoreConfidenceRulesOutLess() {
    assertThat(LossBound.above(3000, 0, 0.95)).isCloseTo(3.0 / 3000, within(0.000003));
    assertThat(LossBound.above(3000, 0, 0.99)).isGreaterThan(LossBound.above(3000, 0, 0.95));
  }

  @Test
  void aBoundOfNothingIsRefused() {
    assertThatThrownBy(() -> LossBound.above(0, 0, 0.95))
        .hasMessage("no bound for 0 lost of 0 at 0.95");
    assertThatThrownBy(() -> LossBound.above(10, 11, 0.95)).hasMessageContaining("11 lost of 10");
  }
}
