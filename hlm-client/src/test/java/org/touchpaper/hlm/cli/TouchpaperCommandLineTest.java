package org.touchpaper.hlm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.hlm.BarResponses;
import org.touchpaper.hlm.ScriptedBar;
import org.touchpaper.hlm.cli.common.CliEnvironment;

class TouchpaperCommandLineTest {
  private static final Instant NOW = Instant.parse("2026-12-01T20:59:50Z");
  private static final String LIGHTPATH = "--from vis.ucl --to newton.manchester --mbps 300";

  private final ScriptedBar bar = new ScriptedBar();
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @Nullable Function<String, String> prompt;

  @BeforeEach
  void setUrlAndPassword() {
    environment.put("TOUCHPAPER_URL", bar.uri().toString());
    environment.put("TOUCHPAPER_PASSWORD", "secret");
  }

  @AfterEach
  void close() {
    bar.close();
  }

  private int run(String line) {
    var cliEnvironment =
        new CliEnvironment(
            environment,
            prompt,
            Clock.fixed(NOW, ZoneOffset.UTC),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return TouchpaperCommandLine.run(
        cliEnvironment, line.isEmpty() ? new String[0] : line.split(" ", -1));
  }

  @Test
  void booksLightpathAndNodesInOneCall() {
    bar.respond(201, BarResponses.COMMITTED);
    var code = run("reserve " + LIGHTPATH + " --compute newton:4 --start +10s --duration 1h");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(0);
    assertThat(bar.requests().getFirst().body())
        .contains("\"startTime\":\"2026-12-01T21:00:00Z\",\"endTime\":\"2026-12-01T22:00:00Z\"")
        .contains("{\"resource\":\"newton\",\"nodes\":4}")
        .contains("\"bandwidthMbps\":300");
    assertThat(out.toString())
        .contains(BarResponses.ID + "  COMMITTED")
        .contains("newton  4 nodes  COMMITTED  newton001")
        .contains("path vis.ucl · EDGE-UCL · newton.manchester");
  }

  @Test
  void booksAnApplicationWithTheNodes() {
    bar.respond(201, BarResponses.WITH_RUN);
    var line = "reserve --compute newton:4 --duration 1h --run pore --arg steps=5000";
    assertThat(run(line + " --viewer vis.ucl --env A=1 --processes-per-node 2")).isEqualTo(0);
    assertThat(bar.requests().getFirst().body())
        .contains("\"run\":{\"application\":\"pore\",\"arguments\":[\"steps=5000\"]")
        .contains("\"environment\":{\"A\":\"1\"},\"resources\":{\"processesPerNode\":2}")
        .contains("\"viewer\":\"vis.ucl\"}");
    assertThat(out.toString())
        .contains(
            """
                run pore steps=5000  active  job 17 on newton001,newton002  since 2026-12-01T21:00:01Z
                viewer at imd://10.88.0.3:8901  wait: the lightpath to it is not active
            """);
    assertThat(run("reserve --compute newton:4 --duration 1h --arg steps=1")).isEqualTo(2);
    assertThat(run("reserve " + LIGHTPATH + " --duration 1h --run pore")).isEqualTo(2);
  }

  /** The client keeps no state: it reads the booking first. */
  @Test
  void watchesStopsAndLaunchesARun() {
    var place =
        "/api/v1/co-allocations/%s/parts/1d0e3c52-6a6f-5c1b-9b0e-7f3a2c4d5e61/run"
            .formatted(BarResponses.ID);
    bar.respond(200, BarResponses.WITH_RUN).respond(200, BarResponses.RUN);
    assertThat(run("run output " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).isEqualTo("Step 1000\nStep 2000\n");
    assertThat(bar.requests().getLast().line()).isEqualTo("GET " + place);

    bar.respond(200, BarResponses.WITH_RUN).respond(200, BarResponses.RUN);
    assertThat(run("run stop --key k-1 " + BarResponses.ID)).isEqualTo(0);
    assertThat(bar.requests().getLast().line()).isEqualTo("DELETE " + place);
    assertThat(bar.requests().getLast().key()).isEqualTo("k-1");

    bar.respond(200, BarResponses.WITH_RUN).respond(200, BarResponses.RUN);
    assertThat(run("run start " + BarResponses.ID)).isEqualTo(0);
    assertThat(bar.requests().getLast().line()).isEqualTo("PUT " + place);
    assertThat(bar.requests().getLast().body())
        .isEqualTo(
            "{\"application\":\"pore\",\"arguments\":[\"steps=5000\"],\"viewer\":\"vis.ucl\"}");

    bar.respond(200, BarResponses.WITH_RUN).respond(503, BarResponses.problem(503, "no rm"));
    assertThat(run("run start " + BarResponses.ID + " md --arg a=b --key k-2")).isEqualTo(3);
    assertThat(bar.requests().getLast().body()).contains("\"md\"", "\"a=b\"");

    bar.respond(200, BarResponses.COMMITTED).respond(200, BarResponses.COMMITTED);
    assertThat(run("run status --cluster leeds " + BarResponses.ID)).isEqualTo(1);
    assertThat(err.toString()).contains("the booking has no such nodes");
    assertThat(run("run start " + BarResponses.ID)).isEqualTo(1);
    assertThat(err.toString()).contains("nothing ran yet");
  }

  @Test
  void aDryRunShowsWhatWouldBePromised() {
    bar.respond(200, BarResponses.FITS).respond(200, BarResponses.FITS);
    var line = "reserve " + LIGHTPATH + " --compute newton:4 --start +10s --duration 1h --dry-run";
    assertThat(run(line)).isEqualTo(0);
    assertThat(run("change " + BarResponses.ID + " --end +2h --dry-run")).isEqualTo(0);
    assertThat(bar.requests())
        .allSatisfy(request -> assertThat(request.body()).endsWith(",\"dryRun\":true}"))
        .allSatisfy(request -> assertThat(request.key()).isNull());
    assertThat(bar.requests().getLast().line())
        .isEqualTo("PATCH /api/v1/co-allocations/" + BarResponses.ID);
    assertThat(out.toString())
        .startsWith(
            """
            fits  2026-12-01T21:00:00Z to 2026-12-01T22:00:00Z  (nothing was booked)
              newton  4 nodes  fits, 124 free; chosen later
              vis.ucl → newton.manchester  300 Mbit/s  fits
                path vis.ucl · LONDON · newton.manchester
                takes 7 × STS-1 of UCL-LONDON
              store  20 tape  fits, 500 free
            """);
  }

  @Test
  void aDryRunThatDoesNotFitHasTheExitCodeOfARefusal() {
    bar.respond(200, BarResponses.DOES_NOT_FIT).respond(503, BarResponses.problem(503, "no nsap"));
    var line = "reserve --compute newton:128 --duration 1h --dry-run";
    assertThat(run(line)).isEqualTo(1);
    assertThat(out.toString())
        .contains("newton: 124 nodes are free. (NODES_BUSY)")
        .contains("alternative: 2026-12-01T22:00:00Z to 2026-12-01T23:00:00Z");
    assertThat(run(line)).isEqualTo(3);
    assertThat(err.toString()).contains("unavailable: no nsap").contains("Nothing was booked");
  }

  @Test
  void showsHowToUseALightpathAndHowToUndoIt() {
    var ends =
        """
            at vis.ucl, Gi3/1 of EDGE-UCL, VLAN 101, MTU 9000, 300 Mbit/s, 10.88.0.2/31
            at haptic.ucl, Gi3/2, untagged, 300 Mbit/s
            round trip 6.8 ms, TCP buffer 510000 bytes, recovery after a loss 0.194 s
        """;
    bar.respond(200, BarResponses.CONNECTED);
    assertThat(run("status " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).contains(ends).doesNotContain("ip link");

    bar.respond(200, BarResponses.CONNECTED);
    assertThat(run("connect " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).contains(ends + "\n# before the start, on vis.ucl\nip link add\n");

    bar.respond(200, BarResponses.CONNECTED);
    assertThat(run("connect --undo " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).endsWith("\n# after the end, on vis.ucl\nip link delete\n");
  }

  @Test
  void printsEventsAsTextOrJson() {
    bar.respond(200, BarResponses.event("a-2", "active"));
    assertThat(run("events --since a-1 --count 1 --booking " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString())
        .isEqualTo("2026-12-01T21:00:00Z  " + BarResponses.ID + "  active  ACTIVE  by: anne\n");
    assertThat(bar.lastEventIds()).containsExactly("a-1");
    assertThat(bar.requests().getFirst().line()).endsWith("/events?bookingId=" + BarResponses.ID);

    bar.respond(200, BarResponses.event("a-2", "active"));
    assertThat(run("events --json --count 1")).isEqualTo(0);
    assertThat(out.toString()).contains("\n{\"specversion\":\"1.0\"");

    bar.respond(410, BarResponses.problem(410, "no longer stored"));
    assertThat(run("events --since a-1")).isEqualTo(1);
    assertThat(err.toString()).contains("no longer stored");
  }

  @Test
  void addsListsResumesAndRemovesWebhooks() {
    var webhook =
        "{\"id\":\"%s\",\"url\":\"https://a.example/\",\"types\":[\"failed\"],\"state\":\"%s\",\"failures\":0%s}";
    var active = webhook.formatted(BarResponses.ID, "ACTIVE", "");
    bar.respond(201, webhook.formatted(BarResponses.ID, "ACTIVE", ",\"secret\":\"whsec_x\""))
        .respond(200, "{\"items\":[" + active + "]}")
        .respond(200, active)
        .respond(200, active)
        .respond(422, BarResponses.problem(422, "not public"));
    assertThat(run("webhook add https://a.example/ --type failed")).isEqualTo(0);
    assertThat(out.toString()).contains("ACTIVE  https://a.example/  failed\nsecret: whsec_x\n");
    assertThat(run("webhook list")).isEqualTo(0);
    assertThat(run("webhook resume " + BarResponses.ID)).isEqualTo(0);
    assertThat(run("webhook remove " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).endsWith("removed " + BarResponses.ID + "\n");
    assertThat(run("webhook add http://127.0.0.1/")).isEqualTo(1);
    assertThat(run("webhook")).isEqualTo(2);
    assertThat(bar.requests().stream().map(ScriptedBar.ReceivedRequest::line).limit(4))
        .containsExactly(
            "POST /api/v1/webhooks",
            "GET /api/v1/webhooks",
            "PATCH /api/v1/webhooks/" + BarResponses.ID,
            "DELETE /api/v1/webhooks/" + BarResponses.ID);
  }

  @Test
  void makesListsAndRevokesTokensWithThePassword() {
    environment.put("TOUCHPAPER_TOKEN", "tp_old"); // a token makes no tokens
    var token =
        """
        {"id":"7b0c1c43-5e7c-4f29-8a6a-1d2f0c3b4a59","name":"workflow","scopes":["read","book"],
         "createdAt":"2026-12-01T20:00:00Z","expiresAt":"2026-12-31T20:59:50Z"%s}
        """;
    bar.respond(201, token.formatted(",\"secret\":\"tp_new\""));
    assertThat(run("token create --scope read,book --expires +P30D workflow")).isEqualTo(0);
    assertThat(bar.requests().getLast().body())
        .isEqualTo(
            "{\"name\":\"workflow\",\"scopes\":[\"read\",\"book\"],\"expiresAt\":\"2026-12-31T20:59:50Z\"}");
    assertThat(out.toString()).isEqualTo("tp_new\n");
    assertThat(err.toString()).contains("cannot be shown again").doesNotContain("tp_new");

    bar.respond(200, "{\"items\":[" + token.formatted("") + "]}");
    assertThat(run("token list")).isEqualTo(0);
    assertThat(out.toString())
        .contains("workflow  read,book  until 2026-12-31T20:59:50Z  never used");

    bar.respond(204, "").respond(204, "");
    for (var time = 1; time <= 2; time++) {
      assertThat(run("token revoke 7b0c1c43-5e7c-4f29-8a6a-1d2f0c3b4a59")).isEqualTo(0);
      assertThat(bar.requests().getLast().line())
          .isEqualTo("DELETE /api/v1/tokens/7b0c1c43-5e7c-4f29-8a6a-1d2f0c3b4a59");
    }
    assertThat(bar.requests())
        .allSatisfy(request -> assertThat(request.authorization()).startsWith("Basic "));
    assertThat(run("token")).isEqualTo(2);
    assertThat(run("token create workflow")).isEqualTo(2);
    assertThat(run("token revoke workflow")).isEqualTo(2);
  }

  @Test
  void callsWithATokenUnlessAUserIsNamed() {
    environment.put("TOUCHPAPER_TOKEN", "tp_0123\n");
    bar.respond(200, "{\"items\":[]}").respond(200, "{\"items\":[]}");
    assertThat(run("status")).isEqualTo(0);
    assertThat(bar.requests().getLast().authorization()).isEqualTo("Bearer tp_0123");
    assertThat(run("status --user scientist")).isEqualTo(0);
    assertThat(bar.requests().getLast().authorization()).startsWith("Basic ");
  }

  @Test
  void omitsTheStartForABookingFromNow() {
    bar.respond(201, BarResponses.COMMITTED);
    assertThat(run("reserve --compute newton:4 --duration 20s")).isEqualTo(0);
    assertThat(bar.requests().getFirst().body())
        .contains("\"schedule\":{\"endTime\":\"2026-12-01T21:00:10Z\"}");
  }

  @Test
  void requestsTheEarliestSlotWithinAWindow() {
    bar.respond(201, BarResponses.COMMITTED).respond(201, BarResponses.COMMITTED);
    var line = "reserve --compute newton:4 --not-after +10h --duration 1h30m";
    assertThat(run(line)).isEqualTo(0);
    assertThat(run(line + " --not-before 2026-12-01T22:00:00Z")).isEqualTo(0);
    var rest = "\"notAfter\":\"2026-12-02T06:59:50Z\",\"duration\":\"PT1H30M\"}";
    assertThat(bar.requests().getFirst().body()).contains("\"schedule\":{" + rest);
    assertThat(bar.requests().getLast().body())
        .contains("\"schedule\":{\"notBefore\":\"2026-12-01T22:00:00Z\"," + rest);
  }

  @Test
  void movesABookingWithoutReadingItFirst() {
    bar.respond(200, BarResponses.COMMITTED);
    assertThat(run("change " + BarResponses.ID + " --end +2h")).isEqualTo(0);
    assertThat(bar.requests()).hasSize(1);
    var request = bar.requests().getFirst();
    assertThat(request.line()).isEqualTo("PATCH /api/v1/co-allocations/" + BarResponses.ID);
    assertThat(request.body()).isEqualTo("{\"schedule\":{\"endTime\":\"2026-12-01T22:59:50Z\"}}");
    assertThat(request.key()).isNotBlank();
  }

  /** The request has the complete lists after the change. */
  @Test
  void replacesAClusterAndKeepsOtherParts() {
    bar.respond(200, BarResponses.COMMITTED).respond(200, BarResponses.COMMITTED);
    var line = "change " + BarResponses.ID + " --nodes newton=0 --nodes hartree=16 --bandwidth 500";
    assertThat(run(line)).isEqualTo(0);
    assertThat(bar.requests().getLast().body())
        .isEqualTo(
            "{\"compute\":[{\"resource\":\"hartree\",\"nodes\":16}],\"lightpaths\":[{\"source\":"
                + "\"vis.ucl\",\"destination\":\"newton.manchester\",\"bandwidthMbps\":500}]}");
  }

  /** The booking whose parts the change contains must still be the one that was read. */
  @Test
  void changesTheBookingThatItHasReadAndNoOther() {
    bar.respond(200, BarResponses.COMMITTED, "\"3f1c\"").respond(200, BarResponses.COMMITTED);
    assertThat(run("change " + BarResponses.ID + " --nodes newton=8")).isEqualTo(0);
    assertThat(bar.requests().getLast().ifMatch()).isEqualTo("\"3f1c\"");
  }

  @Test
  void changesOrCancelsOnlyTheBookingThatTheUserKnows() {
    bar.respond(200, BarResponses.COMMITTED, "\"3f1c\"");
    assertThat(run("status " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).contains("ETag \"3f1c\"");
    for (var line : List.of("change %s --end +2h --if-match 3f1c", "cancel %s --if-match 3f1c")) {
      bar.respond(412, BarResponses.BUSY);
      assertThat(run(line.formatted(BarResponses.ID))).isEqualTo(1);
      assertThat(bar.requests().getLast().ifMatch()).isEqualTo("\"3f1c\"");
    }
  }

  @Test
  void changesADescription() {
    bar.respond(200, BarResponses.COMMITTED);
    assertThat(run("change " + BarResponses.ID + " --description film")).isEqualTo(0);
    assertThat(bar.requests().getLast().body()).isEqualTo("{\"description\":\"film\"}");
  }

  @Test
  void changesOneOfTwoLightpathsByItsPart() {
    var two =
        BarResponses.COMMITTED
            .replace("\"lightpaths\":[{", "\"lightpaths\":[{\"id\":\"p-1\",")
            .replace(
                "newton.manchester\"]}]",
                "newton.manchester\"]},{\"id\":\"p-2\",\"connectionId\":\"c\",\"state\":\"COMMITTED\","
                    + "\"source\":\"vis.ucl\",\"destination\":\"newton.manchester\","
                    + "\"bandwidthMbps\":100}]");
    bar.respond(200, two).respond(200, two).respond(200, two);
    assertThat(run("change " + BarResponses.ID + " --lightpath p-2=500")).isEqualTo(0);
    assertThat(bar.requests().getLast().body())
        .contains("\"id\":\"p-1\"", "\"bandwidthMbps\":300")
        .contains("{\"id\":\"p-2\",\"source\":\"vis.ucl\"", "\"bandwidthMbps\":500");
    assertThat(out.toString()).contains("part p-2");
    assertThat(run("change " + BarResponses.ID + " --lightpath p-3=500")).isEqualTo(2);
    assertThat(err.toString()).contains("the booking has no lightpath 'p-3'; it has p-1, p-2");
  }

  @Test
  void changesALightpathAlone() {
    bar.respond(404, BarResponses.NOT_FOUND).respond(200, BarResponses.LIGHTPATH, "\"3f1c\"");
    var line = "change " + BarResponses.ID + " --bandwidth 500 --end +2h --key k-1";
    assertThat(run(line)).isEqualTo(0);
    var request = bar.requests().getLast();
    assertThat(request.line()).isEqualTo("PATCH /api/v1/reservations/" + BarResponses.ID);
    assertThat(request.key()).isEqualTo("k-1");
    assertThat(request.body())
        .isEqualTo("{\"bandwidthMbps\":500,\"schedule\":{\"endTime\":\"2026-12-01T22:59:50Z\"}}");
    assertThat(out.toString()).contains("vis.ucl → newton.manchester  500 Mbit/s", "ETag \"3f1c\"");
  }

  @Test
  void movesABookingToTheEarliestSlotOfAWindow() {
    bar.respond(200, BarResponses.COMMITTED).closeConnection();
    var line = "change " + BarResponses.ID + " --not-after +10h";
    assertThat(run(line)).isEqualTo(0);
    assertThat(bar.requests().getLast().body())
        .isEqualTo("{\"schedule\":{\"notAfter\":\"2026-12-02T06:59:50Z\"}}");
    assertThat(run(line + " --not-before 2026-12-01T22:00:00Z --duration 90m --key k-1"))
        .isEqualTo(3);
    assertThat(err.toString())
        .contains(
            " --not-before 2026-12-01T22:00:00Z --not-after 2026-12-02T06:59:50Z --duration"
                + " PT1H30M --key k-1");
    assertThat(run(line + " --start +1h")).isEqualTo(2);
    assertThat(run("change " + BarResponses.ID + " --duration 1h")).isEqualTo(2);
  }

  @Test
  void sendsNodesToNoLightpathAlone() {
    bar.respond(404, BarResponses.NOT_FOUND);
    assertThat(run("change " + BarResponses.ID + " --nodes newton=4")).isEqualTo(1);
    assertThat(bar.requests()).hasSize(1);
  }

  @Test
  void reportsARefusedChange() {
    bar.respond(200, BarResponses.COMMITTED).respond(409, BarResponses.BUSY);
    assertThat(run("change " + BarResponses.ID + " --nodes newton=128")).isEqualTo(1);
    assertThat(err.toString()).contains("124 nodes are free.", "alternative: ");
  }

  @Test
  void suggestsToRepeatAChangeInAbsoluteTimes() {
    bar.closeConnection();
    assertThat(run("change " + BarResponses.ID + " --start +10s --key k-1")).isEqualTo(3);
    assertThat(err.toString())
        .contains(
            "touchpaper change " + BarResponses.ID + " --start 2026-12-01T21:00:00Z --key k-1");
  }

  @Test
  void rejectsAChangeWithoutAnythingToChange() {
    assertThat(run("change " + BarResponses.ID)).isEqualTo(2);
    assertThat(run("change " + BarResponses.ID + " --nodes newton")).isEqualTo(2);
    assertThat(bar.requests()).isEmpty();
  }

  @Test
  void showsARefusedChangeWithTheBooking() {
    bar.respond(
        200,
        BarResponses.COMMITTED.replaceFirst(
            ",",
            ",\"change\":{\"state\":\"REFUSED\",\"wanted\":\"8 nodes\",\"reason\":\"full\"},"));
    assertThat(run("status " + BarResponses.ID)).isEqualTo(0);
    assertThat(out.toString()).contains("change to 8 nodes: REFUSED", "full");
  }

  @Test
  void printsTheJsonResponse() {
    bar.respond(201, BarResponses.COMMITTED);
    run("reserve --compute newton:4 --duration 20s --json");
    assertThat(out.toString().strip()).isEqualTo(BarResponses.COMMITTED.strip());
  }

  @ParameterizedTest
  @CsvSource({"400,1", "404,3", "409,1", "422,1", "401,4", "403,4", "500,3", "503,3"})
  void exitsWithTheCodeOfTheStatus(int status, int code) {
    bar.respond(status, BarResponses.problem(status, "no"));
    assertThat(run("reserve --compute newton:4 --duration 20s")).isEqualTo(code);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void printsRefusalsAndAlternatives() {
    bar.respond(409, BarResponses.BUSY);
    assertThat(run("reserve --compute newton:128 --duration 20s")).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "refused: It is full.",
            "  newton: 124 nodes are free. (NODES_BUSY)",
            "  alternative: 2026-12-01T22:00:00Z to 2026-12-01T23:00:00Z");
  }

  @Test
  void repeatsAnUndecidedRequestWithTheSameKey() {
    var undecided = BarResponses.COMMITTED.replace("COMMITTED", "UNDECIDED");
    bar.respond(202, undecided).respond(202, undecided).respond(201, BarResponses.COMMITTED);
    assertThat(run("reserve --compute newton:4 --duration 20s")).isEqualTo(0);
    assertThat(bar.requests()).hasSize(3);
    assertThat(bar.requests().stream().distinct()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--start +10s --duration 20s",
        "--not-before +10s --not-after +1h --duration 20s",
        "--not-after +10h --duration PT1H30M"
      })
  void printsACommandThatRepeatsTheRequest(String when) {
    bar.closeConnection().respond(201, BarResponses.COMMITTED);
    assertThat(run("reserve " + LIGHTPATH + " " + when)).isEqualTo(3);
    var again = err.toString().lines().filter(it -> it.contains("--key")).findFirst().orElseThrow();
    assertThat(again).doesNotContain("+10").doesNotContain("secret");
    assertThat(run(again.strip().substring("touchpaper ".length()))).isEqualTo(0);
    assertThat(bar.requests().getFirst()).isEqualTo(bar.requests().getLast());
  }

  @Test
  void showsOneBookingOrAll() {
    bar.respond(200, BarResponses.COMMITTED).respond(200, "{\"items\":[]}");
    assertThat(run("status " + BarResponses.ID)).isEqualTo(0);
    assertThat(run("status")).isEqualTo(0);
    assertThat(out.toString()).contains(BarResponses.ID).contains("no bookings");
  }

  @Test
  void listsTheBookingsThatTheOptionsSelect() {
    bar.respond(200, "{\"items\":[],\"next\":\"abc\",\"count\":7}").respond(200, "{\"items\":[]}");
    assertThat(
            run(
                "status --state COMMITTED,ACTIVE --from 2026-12-01T20:00:00Z --resource newton"
                    + " --text SPICE --sort startTime --limit 5 --count"))
        .isEqualTo(0);
    assertThat(out.toString()).contains("7 bookings match").contains("--cursor abc");
    assertThat(run("status --owner anne --cursor abc")).isEqualTo(0);
    assertThat(bar.requests().stream().map(ScriptedBar.ReceivedRequest::line))
        .containsExactly(
            "GET /api/v1/co-allocations?state=COMMITTED%2CACTIVE&from=2026-12-01T20%3A00%3A00Z"
                + "&resource=newton&text=SPICE&sort=startTime&limit=5&count=true",
            "GET /api/v1/co-allocations?owner=anne&cursor=abc");
    assertThat(run("status " + BarResponses.ID + " --owner anne")).isEqualTo(2);
  }

  @Test
  void saysIfMoreBookingsMatchThanAreCounted() {
    bar.respond(200, "{\"items\":[],\"count\":10000,\"countIsExact\":false}");
    assertThat(run("status --count")).isEqualTo(0);
    assertThat(out.toString()).contains("more than 10000 bookings match");
  }

  /** Cancelling is idempotent and needs no key. */
  @Test
  void repeatsACancelUntilItIsDecided() {
    bar.respond(202, BarResponses.COMMITTED)
        .respond(200, BarResponses.COMMITTED.replace("COMMITTED", "CANCELLED"));
    assertThat(run("cancel " + BarResponses.ID)).isEqualTo(0);
    assertThat(bar.requests()).hasSize(2);
    assertThat(bar.requests().stream().distinct())
        .singleElement()
        .extracting(ScriptedBar.ReceivedRequest::line)
        .isEqualTo("DELETE /api/v1/co-allocations/" + BarResponses.ID);
    assertThat(out.toString()).contains("CANCELLED");
  }

  @Test
  void showsTheTimetable() {
    bar.respond(200, BarResponses.TIMETABLE);
    assertThat(run("timetable newton a/b --nodes 4 --mbps 300 --duration 50m --limit 1"))
        .isEqualTo(0);
    assertThat(bar.requests().getFirst().line())
        .isEqualTo(
            "GET /api/v1/timetable?resource=newton%2Ca%2Fb&bandwidthMbps=300&nodes=4&duration=PT50M&limit=1");
    assertThat(out.toString())
        .contains("newton  of 128 nodes")
        .contains("2026-12-01T20:00:00Z to 2026-12-01T21:00:00Z  124 free")
        .contains("between 2026-12-01T20:10:00Z and 2026-12-01T21:00:00Z");
    assertThat(err.toString()).contains("unknown for a/b: rm-network: it is down");
  }

  @Test
  void showsMeanAndPeakOfTheTraffic() {
    bar.respond(404, "{\"title\":\"not found\",\"status\":404,\"detail\":\"no co-allocation\"}")
        .respond(
            200,
            """
            {"connectionId":"%s","bandwidthMbps":300,"from":"2026-12-01T19:00:00Z",
             "to":"2026-12-01T20:00:00Z","stepSeconds":60,"points":[
             {"at":"2026-12-01T19:58:00Z","toDestinationMbps":300.0,"toSourceMbps":2.0,"droppedMbps":0.5},
             {"at":"2026-12-01T19:59:00Z","toDestinationMbps":100.0,"toSourceMbps":0.0,"droppedMbps":0.0}]}
            """
                .formatted(BarResponses.ID));
    assertThat(run("traffic " + BarResponses.ID + " --to 2026-12-01T20:00:00Z")).isEqualTo(0);
    assertThat(bar.requests().getLast().line())
        .isEqualTo(
            "GET /api/v1/reservations/" + BarResponses.ID + "/traffic?to=2026-12-01T20%3A00%3A00Z");
    assertThat(out.toString())
        .contains("booked 300 Mbit/s")
        .contains("to destination  mean   200.000  peak   300.000 Mbit/s")
        .contains("dropped         mean     0.250  peak     0.500 Mbit/s");
  }

  @Test
  void booksAndChangesUnits() {
    bar.respond(201, BarResponses.WITH_UNITS)
        .respond(200, BarResponses.WITH_UNITS)
        .respond(200, BarResponses.WITH_UNITS);
    assertThat(run("reserve --units store/tape:20 --duration 20s")).isEqualTo(0);
    assertThat(bar.requests().getFirst().body())
        .contains("\"units\":[{\"resource\":\"store\",\"unit\":\"tape\",\"amount\":20}]");
    assertThat(out.toString()).contains("store  20 tape  COMMITTED");
    assertThat(run("change " + BarResponses.ID + " --units store/tape=30 --units store/disk=1"))
        .isEqualTo(0);
    assertThat(bar.requests().getLast().body())
        .isEqualTo(
            "{\"units\":[{\"resource\":\"store\",\"unit\":\"tape\",\"amount\":30},"
                + "{\"resource\":\"store\",\"unit\":\"disk\",\"amount\":1}]}");
  }

  @Test
  void listsTheResources() {
    bar.respond(200, BarResponses.RESOURCES);
    assertThat(run("resources --type host,link --text o")).isEqualTo(0);
    assertThat(bar.requests().getFirst().line())
        .isEqualTo("GET /api/v1/resources?type=host%2Clink&text=o");
    assertThat(out.toString())
        .contains("vis.ucl  host  1000 Mbit/s  MTU 9000  book at http://127.0.0.1:8080")
        .contains("LONDON-READING  link  LONDON – READING  10000 Mbit/s, in multiples of 48");
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
        "reserve --units tape:4 --duration 20s",
        "reserve --units store/tape --duration 20s",
        "change 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --units tape=4",
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
        "timetable newton --from yesterday",
        "timetable newton --duration long",
        "resources newton"
      })
  void sendsNothingForAnInvalidCommandLine(String line) {
    assertThat(run(line)).isEqualTo(2);
    assertThat(err.toString()).isNotBlank();
    assertThat(bar.requests()).isEmpty();
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
  void namesTheInvalidOption(String line, String name) {
    for (var again = 0; again < 2; again++) {
      assertThat(run(line)).isEqualTo(2);
      assertThat(err.toString()).contains(name).doesNotContain("Exception", "unknown");
    }
    assertThat(bar.requests()).isEmpty();
  }

  @Test
  void rejectsAPasswordInTheUrlAndDoesNotPrintIt() {
    assertThat(run("status --url http://me:hidden@127.0.0.1:8080")).isEqualTo(2);
    environment.put("TOUCHPAPER_URL", "http://me:hidden@127.0.0.1:8080");
    assertThat(run("status")).isEqualTo(2);
    assertThat(err.toString()).contains("TOUCHPAPER_PASSWORD").doesNotContain("hidden");
  }

  @Test
  void promptsForThePasswordOnATerminal() {
    environment.remove("TOUCHPAPER_PASSWORD");
    assertThat(run("status")).isEqualTo(2);
    assertThat(err.toString()).contains("TOUCHPAPER_PASSWORD");

    prompt = question -> question.equals("Password of operator: ") ? "typed" : "?";
    bar.respond(200, "{\"items\":[]}");
    assertThat(run("status --user operator")).isEqualTo(0);
    assertThat(bar.requests().getFirst().authorization()).isEqualTo("Basic b3BlcmF0b3I6dHlwZWQ=");
  }

  @Test
  void removesControlCharactersFromResponses() {
    bar.respond(409, BarResponses.problem(409, "\\u001b]0;gotcha\\u0007"));
    run("reserve --compute newton:4 --duration 20s");
    assertThat(err.toString()).contains("?]0;gotcha?").doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"reserve", "status", "connect", "change", "cancel", "resources", "timetable"})
  void printsHelpWithExamples(String command) {
    assertThat(run(command + " --help")).isEqualTo(0);
    assertThat(out.toString())
        .contains("Example", "--port-base=N", "$TOUCHPAPER_PORT_BASE")
        .contains("  touchpaper " + command);
  }

  @Test
  void findsTheDemoNetworkByItsPortBase() {
    var portBase = Integer.toString(bar.uri().getPort() - 8080);
    bar.respond(200, "{\"items\":[]}").respond(200, "{\"items\":[]}");
    environment.put("TOUCHPAPER_PORT_BASE", " "); // as if it were not set
    environment.put("TOUCHPAPER_URL", "http://127.0.0.1:9");
    assertThat(run("status --port-base " + portBase)).isEqualTo(0);
    environment.remove("TOUCHPAPER_URL");
    environment.put("TOUCHPAPER_PORT_BASE", portBase);
    assertThat(run("status")).isEqualTo(0);
    assertThat(run("status --port-base 65535")).isEqualTo(2);
    assertThat(err.toString()).contains("--port-base");
  }

  @Test
  void repeatsACommandWithItsPortBase() {
    bar.closeConnection();
    var portBase = " --port-base " + (bar.uri().getPort() - 8080);
    assertThat(run("cancel " + BarResponses.ID + portBase)).isEqualTo(3);
    assertThat(err.toString()).contains("touchpaper cancel" + portBase + " " + BarResponses.ID);
  }
}
