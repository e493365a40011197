package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.harc.client.model.VoteNote;

/** The command line as a process against a real broker: each exit status. */
class CommandLineTest {

  private final BarFixture fixture = BarFixture.shared();

  /** A command's output and exit status. */
  private record CommandResult(int status, String out, String err) {}

  @Test
  void zeroIsSuccess() throws Exception {
    var log = fixture.bean(EventLog.class);
    var start = log.id(log.end());
    var booked = touchpaper("scientist", reserve("--key", "k-1"));
    assertThat(booked.status()).as(booked.err()).isZero();
    assertThat(booked.out()).contains("COMMITTED").contains("newton001");
    var id = booked.out().substring(0, 36);
    assertThat(touchpaper("scientist", "status", id).out()).contains(id);
    assertThat(touchpaper("scientist", "timetable", "vis.ucl/newton.manchester").out())
        .contains("Mbit/s");
    var events = touchpaper("scientist", "events", "--since", start, "--count", "1");
    assertThat(events.out()).contains(id + "  committed  COMMITTED  by: scientist");
    for (var time = 1; time <= 2; time++) {
      var cancelled = touchpaper("scientist", "cancel", id);
      assertThat(cancelled.status()).isZero();
      assertThat(cancelled.out()).contains("CANCELLED");
    }
  }

  @Test
  void oneIsRefused() throws Exception {
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            "n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null));
    var refused = touchpaper("scientist", reserve());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("only 124 are free").contains("alternative: ");
    assertThat(touchpaper("scientist", "timetable", "newtown").status()).isEqualTo(1);
  }

  @Test
  void twoIsAUsageError() throws Exception {
    assertThat(touchpaper("scientist", "reserve", "--start", "soon").status()).isEqualTo(2);
    assertThat(fixture.harc.receivedMessages()).isEmpty();
  }

  @Test
  void threeIsAnUnknownOutcomeWithTheCommandToRepeat() throws Exception {
    fixture.harc.leaveUndecided();
    var undecided = touchpaper("scientist", reserve("--key", "k-1"));
    assertThat(undecided.status()).isEqualTo(3);
    assertThat(undecided.err()).contains("--key k-1");
    fixture.harc.commitAll();
    assertThat(touchpaper("scientist", reserve("--key", "k-1")).status()).isZero();
  }

  @Test
  void threeIsAlsoUnreachable() throws Exception {
    fixture.harc.answerNotStarted();
    var unavailable = touchpaper("scientist", reserve());
    assertThat(unavailable.status()).isEqualTo(3);
    assertThat(unavailable.err()).contains("Nothing was begun");
  }

  @Test
  void fourIsNotAllowed() throws Exception {
    assertThat(touchpaper("officer", reserve()).status()).isEqualTo(4);
    assertThat(touchpaper("nobody", "status").status()).isEqualTo(4);
  }

  private static String[] reserve(String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "reserve --from vis.ucl --to newton.manchester --mbps 300 --compute newton:4"
                    .split(" ")));
    arguments.addAll(List.of("--start", "2026-12-01T21:00:00Z", "--end", "2026-12-01T22:00:00Z"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private CommandResult touchpaper(String user, String... arguments)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.touchpaper.hlm.cli.TouchpaperCommandLine"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--url", fixture.url().toString(), "--user", user));
    var builder = new ProcessBuilder(command);
    builder.environment().put("TOUCHPAPER_PASSWORD", user);
    var process = builder.start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new CommandResult(process.exitValue(), out, err);
  }
}
