package org.touchpaper.hlm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.hlm.Bodies;
import org.touchpaper.hlm.ScriptedBar;

class CommandLineClientTest {
  private static final Instant NOW = Instant.parse("2026-12-01T20:59:50Z");
  private static final String LIGHTPATH = "--from vis.ucl --to newton.manchester --mbps 300";

  private final ScriptedBar bar = new ScriptedBar();
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @Nullable Function<String, String> prompt;

  @BeforeEach
  void pointToTheBar() {
    environment.put("TOUCHPAPER_URL", bar.uri().toString());
    environment.put("TOUCHPAPER_PASSWORD", "secret");
  }

  @AfterEach
  void close() {
    bar.close();
  }

  private int run(String line) {
    var surroundings =
        new Surroundings(
            environment,
            prompt,
            Clock.fixed(NOW, ZoneOffset.UTC),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return CommandLineClient.run(
        surroundings, line.isEmpty() ? new String[0] : line.split(" ", -1));
  }

  @Test
  void booksBothInOneCall() {
    bar.answers(201, Bodies.COMMITTED);
    var code = run("reserve " + LIGHTPATH + " --compute newton:4 --start +10s --duration 1h");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(0);
    assertThat(bar.asked().getFirst().body())
        .contains("\"startTime\":\"2026-12-01T21:00:00Z\",\"endTime\":\"2026-12-01T22:00:00Z\"")
        .contains("{\"resource\":\"newton\",\"nodes\":4}")
        .contains("\"bandwidthMbps\":300");
    assertThat(out.toString())
        .contains(Bodies.ID + "  COMMITTED")
        .contains("newton  4 nodes  COMMITTED  newton001")
        .contains("path vis.ucl · EDGE-UCL · newton.manchester");
  }

  @Test
  void startsNowWithoutAStart() {
    bar.answers(201, Bodies.COMMITTED);
    assertThat(run("reserve --compute newton:4 --duration 20s")).isEqualTo(0);
    assertThat(bar.asked().getFirst().body())
        .contains("\"schedule\":{\"endTime\":\"2026-12-01T21:00:10Z\"}");
  }

  @Test
  void asksForTheEarliestSlotBetweenTwoTimes() {
    bar.answers(201, Bodies.COMMITTED).answers(201, Bodies.COMMITTED);
    var line = "reserve --compute newton:4 --not-after +10h --duration 1h30m";
    assertThat(run(line)).isEqualTo(0);
    assertThat(run(line + " --not-before 2026-12-01T22:00:00Z")).isEqualTo(0);
    var rest = "\"notAfter\":\"2026-12-02T06:59:50Z\",\"duration\":\"PT1H30M\"}";
    assertThat(bar.asked().getFirst().body()).contains("\"schedule\":{" + rest);
    assertThat(bar.asked().getLast().body())
        .contains("\"schedule\":{\"notBefore\":\"2026-12-01T22:00:00Z\"," + rest);
  }

  @Test
  void movesABookingWithoutLookingAtItFirst() {
    bar.answers(200, Bodies.COMMITTED);
    assertThat(run("change " + Bodies.ID + " --end +2h")).isEqualTo(0);
    assertThat(bar.asked()).hasSize(1);
    var asked = bar.asked().getFirst();
    assertThat(asked.line()).isEqualTo("PATCH /api/v1/co-allocations/" + Bodies.ID);
    assertThat(asked.body()).isEqualTo("{\"schedule\":{\"endTime\":\"2026-12-01T22:59:50Z\"}}");
    assertThat(asked.key()).isNotBlank();
  }

  /** What is sent is all the booking is to have. */
  @Test
  void swapsAMachineAndLeavesWhatIsNotNamed() {
    bar.answers(200, Bodies.COMMITTED).answers(200, Bodies.COMMITTED);
    var line = "change " + Bodies.ID + " --nodes newton=0 --nodes hartree=16 --bandwidth 500";
    assertThat(run(line)).isEqualTo(0);
    assertThat(bar.asked().getLast().body())
        .isEqualTo(
            "{\"compute\":[{\"resource\":\"hartree\",\"nodes\":16}],\"lightpaths\":[{\"source\":"
                + "\"vis.ucl\",\"destination\":\"newton.manchester\",\"bandwidthMbps\":500}]}");
  }

  @Test
  void aChangeThatIsRefusedSaysSo() {
    bar.answers(200, Bodies.COMMITTED).answers(409, Bodies.BUSY);
    assertThat(run("change " + Bodies.ID + " --nodes newton=128")).isEqualTo(1);
    assertThat(err.toString()).contains("124 nodes are free.", "it would fit");
  }

  @Test
  void aChangeInDoubtIsAskedForAgainInAbsoluteTimes() {
    bar.hangsUp();
    assertThat(run("change " + Bodies.ID + " --start +10s --key k-1")).isEqualTo(3);
    assertThat(err.toString())
        .contains("touchpaper change " + Bodies.ID + " --start 2026-12-01T21:00:00Z --key k-1");
  }

  @Test
  void aChangeNamesWhatIsToBeDifferent() {
    assertThat(run("change " + Bodies.ID)).isEqualTo(2);
    assertThat(run("change " + Bodies.ID + " --nodes newton")).isEqualTo(2);
    assertThat(bar.asked()).isEmpty();
  }

  @Test
  void aChangeThatWasRefusedIsToldWithTheBooking() {
    bar.answers(
        200,
        Bodies.COMMITTED.replaceFirst(
            ",",
            ",\"change\":{\"state\":\"REFUSED\",\"wanted\":\"8 nodes\",\"reason\":\"full\"},"));
    assertThat(run("status " + Bodies.ID)).isEqualTo(0);
    assertThat(out.toString()).contains("change to 8 nodes: REFUSED", "full");
  }

  @Test
  void printsTheAnswerAsItIs() {
    bar.answers(201, Bodies.COMMITTED);
    run("reserve --compute newton:4 --duration 20s --json");
    assertThat(out.toString().strip()).isEqualTo(Bodies.COMMITTED.strip());
  }

  @ParameterizedTest
  @CsvSource({"400,1", "404,3", "409,1", "422,1", "401,4", "403,4", "500,3", "503,3"})
  void endsWithTheCodeOfTheStatus(int status, int code) {
    bar.answers(status, Bodies.problem(status, "no"));
    assertThat(run("reserve --compute newton:4 --duration 20s")).isEqualTo(code);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysWhoRefusesAndWhenItWouldFit() {
    bar.answers(409, Bodies.BUSY);
    assertThat(run("reserve --compute newton:128 --duration 20s")).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "refused: It is full.",
            "  newton: 124 nodes are free. (NODES_BUSY)",
            "  it would fit 2026-12-01T22:00:00Z to 2026-12-01T23:00:00Z");
  }

  @Test
  void keepsAskingWithTheSameKeyWhileNothingIsDecided() {
    var undecided = Bodies.COMMITTED.replace("COMMITTED", "UNDECIDED");
    bar.answers(202, undecided).answers(202, undecided).answers(201, Bodies.COMMITTED);
    assertThat(run("reserve --compute newton:4 --duration 20s")).isEqualTo(0);
    assertThat(bar.asked()).hasSize(3);
    assertThat(bar.asked().stream().distinct()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--start +10s --duration 20s",
        "--not-before +10s --not-after +1h --duration 20s",
        "--not-after +10h --duration PT1H30M"
      })
  void offersACommandThatAsksTheSameAgain(String when) {
    bar.hangsUp().answers(201, Bodies.COMMITTED);
    assertThat(run("reserve " + LIGHTPATH + " " + when)).isEqualTo(3);
    var again = err.toString().lines().filter(it -> it.contains("--key")).findFirst().orElseThrow();
    assertThat(again).doesNotContain("+10").doesNotContain("secret");
    assertThat(run(again.strip().substring("touchpaper ".length()))).isEqualTo(0);
    assertThat(bar.asked().getFirst()).isEqualTo(bar.asked().getLast());
  }

  @Test
  void showsOneOrAll() {
    bar.answers(200, Bodies.COMMITTED).answers(200, "{\"items\":[]}");
    assertThat(run("status " + Bodies.ID)).isEqualTo(0);
    assertThat(run("status")).isEqualTo(0);
    assertThat(out.toString()).contains(Bodies.ID).contains("no bookings");
  }

  /** Giving back is done once however often it is asked for, so it takes no key. */
  @Test
  void cancelsAndAsksAgainUntilItIsDecided() {
    bar.answers(202, Bodies.COMMITTED)
        .answers(200, Bodies.COMMITTED.replace("COMMITTED", "CANCELLED"));
    assertThat(run("cancel " + Bodies.ID)).isEqualTo(0);
    assertThat(bar.asked()).hasSize(2);
    assertThat(bar.asked().stream().distinct())
        .singleElement()
        .extracting(ScriptedBar.Asked::line)
        .isEqualTo("DELETE /api/v1/co-allocations/" + Bodies.ID);
    assertThat(out.toString()).contains("CANCELLED");
  }

  @Test
  void showsWhatIsFree() {
    bar.answers(200, Bodies.TIMETABLE);
    assertThat(run("timetable newton --from +0s --to +1h")).isEqualTo(0);
    assertThat(out.toString())
        .contains("newton  of 128 nodes")
        .contains("2026-12-01T20:00:00Z to 2026-12-01T21:00:00Z  124 free");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no-such-command",
        "reserve",
        "reserve --duration 20s",
        "reserve --compute newton:4",
        "reserve --compute newton --duration 20s",
        "reserve --compute newton:four --duration 20s",
        "reserve --compute newton:4 --duration 20s --end +1h",
        "reserve --compute newton:4 --duration 20",
        "reserve --compute newton:4 --not-after +1h",
        "reserve --compute newton:4 --not-before +1h --duration 20s",
        "reserve --compute newton:4 --not-after +1h --end +1h --duration 20s",
        "reserve --compute newton:4 --not-after +1h --start +1s --duration 20s",
        "reserve --compute newton:4 --not-after tomorrow --duration 20s",
        "reserve --compute newton:4 --not-after +1h --duration long",
        "reserve --compute newton:4 --start 2026-12-01T21:00:00 --duration 20s",
        "reserve --from vis.ucl --mbps 300 --duration 20s",
        "reserve --compute newton:4 --duration 20s --url bar",
        "reserve --compute newton:4 --duration 20s --password x",
        "reserve --compute newton:4 --duration 20s --url http://127.0.0.1:8080/?x",
        "reserve --compute newton:4 --duration 20s --url http://127.0.0.1:8080/#x",
        "status a b",
        "status ../reservations",
        "cancel ",
        "cancel",
        "timetable",
        "timetable newton --from yesterday"
      })
  void doesNotAskTheBarWhatItDoesNotUnderstand(String line) {
    assertThat(run(line)).isEqualTo(2);
    assertThat(err.toString()).isNotBlank();
    assertThat(bar.asked()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "reserve --compute newton:4 --duration PT9999999999999H, --duration",
    "reserve --compute newton:4 --duration PT99999999999999999999H, --duration",
    "reserve --compute newton:4 --duration 20s --start +PT9999999999999H, --start",
    "reserve --compute newton:4 --end +PT9999999999999H, --end",
    "reserve --compute newton:4 --duration 20s --not-after +PT9999999999999H, --not-after",
    "reserve --compute newton:4 --duration PT99999999999999999999H --not-after +1h, --duration",
    "reserve --compute newton:4 --duration 20s --key a\u0001b, --key",
    "reserve --compute newton:4 --duration 20s --key \u00e9, --key",
    "change 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --nodes newton=4 --key , --key",
    "timetable newton --to +PT9999999999999H, --to",
    "cancel ../reservations, ID",
    "status 1, ID"
  })
  void namesWhatItCannotSend(String line, String name) {
    for (var again = 0; again < 2; again++) {
      assertThat(run(line)).isEqualTo(2);
      assertThat(err.toString()).contains(name).doesNotContain("Exception", "unknown");
    }
    assertThat(bar.asked()).isEmpty();
  }

  @Test
  void takesNoPasswordInTheUrlAndDoesNotPrintIt() {
    assertThat(run("status --url http://me:hidden@127.0.0.1:8080")).isEqualTo(2);
    environment.put("TOUCHPAPER_URL", "http://me:hidden@127.0.0.1:8080");
    assertThat(run("status")).isEqualTo(2);
    assertThat(err.toString()).contains("TOUCHPAPER_PASSWORD").doesNotContain("hidden");
  }

  @Test
  void asksForThePasswordWhereThereIsATerminal() {
    environment.remove("TOUCHPAPER_PASSWORD");
    assertThat(run("status")).isEqualTo(2);
    assertThat(err.toString()).contains("TOUCHPAPER_PASSWORD");

    prompt = question -> question.equals("Password of operator: ") ? "typed" : "?";
    bar.answers(200, "{\"items\":[]}");
    assertThat(run("status --user operator")).isEqualTo(0);
    assertThat(bar.asked().getFirst().authorization()).isEqualTo("Basic b3BlcmF0b3I6dHlwZWQ=");
  }

  @Test
  void letsNoAnswerCommandTheTerminal() {
    bar.answers(409, Bodies.problem(409, "\\u001b]0;gotcha\\u0007"));
    run("reserve --compute newton:4 --duration 20s");
    assertThat(err.toString()).contains("?]0;gotcha?").doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reserve", "status", "cancel", "timetable"})
  void explainsItselfWithExamples(String command) {
    assertThat(run(command + " --help")).isEqualTo(0);
    assertThat(out.toString()).contains("Example").contains("  touchpaper " + command);
  }

  @Test
  void findsTheDemoWhenItsPortsAreShifted() {
    environment.remove("TOUCHPAPER_URL");
    environment.put("TOUCHPAPER_PORT_BASE", Integer.toString(bar.uri().getPort() - 8080));
    bar.answers(200, "{\"items\":[]}");
    assertThat(run("status")).isEqualTo(0);
  }
}
