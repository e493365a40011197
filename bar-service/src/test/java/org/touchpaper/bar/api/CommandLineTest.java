package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.harc.client.Note;

/** The command line as a process of its own against a real broker: each of its exit statuses. */
class CommandLineTest {

  private final Desk desk = Desk.fresh();

  /** What a command said, and how it ended. */
  private record Ended(int status, String out, String err) {}

  @Test
  void zeroIsDone() throws Exception {
    var booked = touchpaper("scientist", reserve("--key", "k-1"));
    assertThat(booked.status()).as(booked.err()).isZero();
    assertThat(booked.out()).contains("COMMITTED").contains("newton001");
    var id = booked.out().substring(0, 36);
    assertThat(touchpaper("scientist", "status", id).out()).contains(id);
    assertThat(touchpaper("scientist", "timetable", "vis.ucl/newton.manchester").out())
        .contains("Mbit/s");
    for (var time = 1; time <= 2; time++) {
      var cancelled = touchpaper("scientist", "cancel", id);
      assertThat(cancelled.status()).isZero();
      assertThat(cancelled.out()).contains("CANCELLED");
    }
  }

  @Test
  void oneIsRefused() throws Exception {
    desk.harc.refusesAll(
        new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null));
    var refused = touchpaper("scientist", reserve());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("only 124 are free").contains("it would fit");
    assertThat(touchpaper("scientist", "timetable", "newtown").status()).isEqualTo(1);
  }

  @Test
  void twoIsNotUnderstood() throws Exception {
    assertThat(touchpaper("scientist", "reserve", "--start", "soon").status()).isEqualTo(2);
    assertThat(desk.harc.heard()).isEmpty();
  }

  @Test
  void threeIsAnUnknownOutcomeWithTheCommandThatAsksAgain() throws Exception {
    desk.harc.decidesNothing();
    var undecided = touchpaper("scientist", reserve("--key", "k-1"));
    assertThat(undecided.status()).isEqualTo(3);
    assertThat(undecided.err()).contains("--key k-1");
    desk.harc.commitsAll();
    assertThat(touchpaper("scientist", reserve("--key", "k-1")).status()).isZero();
  }

  @Test
  void threeIsUnreachableToo() throws Exception {
    desk.harc.startsNothing();
    var away = touchpaper("scientist", reserve());
    assertThat(away.status()).isEqualTo(3);
    assertThat(away.err()).contains("Nothing was begun");
  }

  @Test
  void fourIsNotAllowed() throws Exception {
    assertThat(touchpaper("officer", reserve()).status()).isEqualTo(4);
    assertThat(touchpaper("nobody", "status").status()).isEqualTo(4);
  }

  private static String[] reserve(String... more) {
    var words =
        new ArrayList<>(
            List.of(
                "reserve --from vis.ucl --to newton.manchester --mbps 300 --compute newton:4"
                    .split(" ")));
    words.addAll(List.of("--start", "2026-12-01T21:00:00Z", "--end", "2026-12-01T22:00:00Z"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private Ended touchpaper(String user, String... words) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.touchpaper.hlm.cli.CommandLineClient"));
    command.addAll(List.of(words));
    command.addAll(List.of("--url", desk.url().toString(), "--user", user));
    var builder = new ProcessBuilder(command);
    builder.environment().put("TOUCHPAPER_PASSWORD", user);
    var process = builder.start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out, err);
  }
}
