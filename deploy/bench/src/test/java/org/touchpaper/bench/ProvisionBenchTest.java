package org.touchpaper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** {@code bench provision} with a few circuits; no speed is asserted. */
class ProvisionBenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Bench.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  /** Each circuit is 18 items on four elements: a group, two flows and so on at both ends. */
  @Test
  void activatesCircuitsInEachRoundAndEndsWithJsonOfTheFirst() {
    assertThat(run("provision", "--circuits", "25", "--standing", "10", "--json", "--within", "60"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .containsSubsequence(
            "first round after start-up: 25 circuits over 4 elements up in",
            "450 items added on the elements",
            "0 items left",
            "round 2: 25 circuits over 4 elements up in",
            "450 items added on the elements",
            "0 items left");
    assertThat(out.toString().lines().toList().getLast())
        .matches("\\{\"circuits\":25,\"elements\":4,\"seconds\":[\\d.]+}");
  }

  @Test
  void failsWhenTheFirstRoundIsTooSlow() {
    assertThat(run("provision", "--circuits", "1", "--rounds", "1", "--within", "0")).isOne();
    assertThat(out.toString()).doesNotContain("round 2");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(run("provision", "--rounds", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds must be 1 or more");
  }
}
