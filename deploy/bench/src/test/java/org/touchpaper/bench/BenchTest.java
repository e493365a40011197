package org.touchpaper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Bench.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void listsItsBenches() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("simulate", "explore", "availability", "commit", "tl1", "rest");
  }

  @Test
  void simulatesSeedsAndEndsWithJson() {
    assertThat(run("simulate", "--seeds", "20", "--from", "100", "--json")).isZero();
    assertThat(out.toString().lines().toList().getLast())
        .matches("\\{\"seeds\":20,\"events\":\\d{5},\"decided\":\\d+,\"violations\":0,.*}");
  }

  @Test
  void exploresAndEndsWithJson() {
    assertThat(run("explore", "--resource-managers", "1", "--acceptors", "1", "--json")).isZero();
    assertThat(out.toString()).contains("1,321,761");
    assertThat(out.toString().lines().toList().getLast())
        .matches("\\{\"states\":\\d+,\"violations\":0,\"seconds\":.*}");
    assertThat(run("explore", "--resource-managers", "1", "--acceptors", "1", "--mutant", "M3"))
        .isOne();
    assertThat(run("explore", "--acceptors", "2")).isEqualTo(2);
  }

  @Test
  void comparesAvailabilityWithTheFormulaAndEndsWithJson() {
    assertThat(
            run(
                "availability",
                "--acceptors",
                "1,3",
                "--up",
                "P1D",
                "--years",
                "0.3",
                "--seed",
                "2",
                "--json"))
        .as(out.toString())
        .isZero();
    assertThat(out.toString()).contains("1.17 days", "0 against the majority, 0 violations");
    assertThat(out.toString().lines().toList().getLast())
        .matches(
            "\\{\"runs\":\\[\\{\"acceptors\":1,\"years\":0.3000,\"changes\":\\d+,.*\"agrees\":true},"
                + "\\{\"acceptors\":3,.*\"agrees\":true}],\"violations\":0,\"seconds\":.*}");
  }

  @Test
  void detectsADecisionWithoutAMajority() {
    assertThat(
            run(
                "availability",
                "--acceptors",
                "5",
                "--up",
                "P1D",
                "--years",
                "0.2",
                "--mutant",
                "COUNTED_TWICE"))
        .isOne();
    assertThat(out.toString())
        .contains("decided with 2 acceptors up", "does not match the formula", "1 violations");
    assertThat(run("availability", "--acceptors", "2")).isEqualTo(2);
    assertThat(run("availability", "--years", "0")).isEqualTo(2);
    assertThat(run("availability", "--down", "PT0S")).isEqualTo(2);
  }

  @Test
  void printsAReproducibleTraceOfAFailingSeed() {
    assertThat(run("simulate", "--seeds", "100", "--mutant", "M3")).isOne();
    var all = out.toString();
    var again = AGAIN.matcher(all);
    assertThat(again.find()).as(all).isTrue();
    var seed = again.group(1);
    var trace = all.substring(0, again.end());
    assertThat(trace).contains("rm1 writes: ", "decided ABORT", "seed " + seed + ": ");
    assertThat(run("simulate", "--seed", seed, "--mutant", "PREPARED_TIMES_OUT")).isOne();
    assertThat(out.toString().substring(all.length())).startsWith(trace).contains("1 violations");
  }

  private static final Pattern AGAIN =
      Pattern.compile("again: ./touchpaper bench simulate --seed (\\d+) --mutant M3\\n");

  /** A short run with real acceptors and PostgreSQL; no speed is asserted. */
  @Test
  void measuresCommitsAndBaselinesAndEndsWithJson() {
    assertThat(
            run(
                "commit",
                "--acceptors",
                "1",
                "--rms",
                "1",
                "--clients",
                "2",
                "--seconds",
                "1",
                "--warm-up",
                "1",
                "--json"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString().lines().toList().getLast())
        .matches(
            "\\{\"runs\":\\[\\{\"clients\":2,\"acceptors\":1,\"rms\":1,\"p50_ms\":[\\d.]+,"
                + "\"p99_ms\":[\\d.]+,\"rate\":[\\d.]+,\"pg2pc_p50_ms\":[\\d.]+,"
                + "\"pg2pc_rate\":[\\d.]+,\"floor_ms\":[\\d.]+,"
                + "\"pg2pc_decided_p50_ms\":[\\d.]+,"
                + "\"etcd_p50_ms\":([\\d.]+|null),\"etcd_rate\":([\\d.]+|null)}]}");
  }

  /** Kills a real leader; the caller still learns the outcome. */
  @Test
  void measuresRecoveryFromAKilledLeader() {
    assertThat(run("recovery", "--rounds", "1", "--rms", "1", "--vote-by", "5000", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString().lines().toList().getLast())
        .contains("\"killed\":\"before-prepare\"", "\"killed\":\"after-votes\"")
        .contains("\"outcome\":\"COMMIT\"")
        .doesNotContain("\"outcome\":\"ABORT\"");
  }

  /** The shortest run in which every kind of fault is injected. */
  @Test
  void injectsFaultsAndFindsNoViolation() {
    assertThat(
            run(
                "chaos",
                "--calls",
                "90",
                "--acceptors",
                "3",
                "--rms",
                "2",
                "--seed",
                "3",
                "--json"))
        .as(() -> out + "\n" + err)
        .isZero();
    assertThat(err.toString())
        .contains("kill -9 acceptor-", "kill -9 every acceptor", "halt acceptor-")
        .contains("kill -9 rm-", "halt rm-")
        .containsPattern("the disk of (acceptor-\\d) is full\\R.*\\1 does not vote: cannot write")
        .containsPattern("acceptor-\\d has disk space again, and votes");
    assertThat(out.toString().lines().toList().getLast())
        .matches("\\{\"calls\":90,.*\"befallen\":[1-9]\\d*,\"violations\":0}")
        .containsPattern("\"befell\":\\{(\"[A-Z_]+\":[1-9]\\d*,?){6}}");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(run("simulate", "--mutant", "M99")).isEqualTo(2);
    assertThat(err.toString()).contains("no such mutant: M99", "M1 is RM_FORGETS");
    assertThat(run("simulate", "--seeds", "0")).isEqualTo(2);
    assertThat(run("simulate", "--seed", "1", "--seeds", "2")).isEqualTo(2);
    assertThat(run("commit", "--acceptors", "2")).isEqualTo(2);
    assertThat(run("commit", "--clients", "0")).isEqualTo(2);
    assertThat(run("commit", "--etcd", "/nowhere/etcd")).isEqualTo(2);
    assertThat(err.toString()).contains("--etcd must be an executable program: /nowhere/etcd");
    assertThat(run("recovery", "--acceptors", "1")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void numbersOfStoredBookingsRise() {
    assertThat(run("rest", "--stored", "10000,100")).isEqualTo(2);
    assertThat(err.toString()).contains("--stored must be rising numbers");
  }
}
