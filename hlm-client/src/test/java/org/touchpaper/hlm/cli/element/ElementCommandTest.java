package org.touchpaper.hlm.cli.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.hlm.ScriptedBar;
import org.touchpaper.hlm.cli.TouchpaperCommandLine;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Two scripted services with one element each. */
class ElementCommandTest {
  private static final String NSAP =
      """
      {"elements":[{"name":"LONDON","service":"nsap","dialect":"coredirector",
       "address":"127.0.0.1:10201","transport":"telnet","state":"CONNECTED","since":"2026-12-01T20:00:00.123Z",
       "lastHeard":"2026-12-01T20:59:50.5Z","circuits":2,"alarms":1,"drifts":3}]}
      """;
  private static final String LNSAP =
      """
      {"elements":[{"name":"EDGE-UCL","service":"lnsap-ucl","dialect":"ios7600",
       "address":"127.0.0.1:10207","transport":"ssh","state":"WAITING","circuits":0,"alarms":0,
       "detail":"cannot connect to EDGE-UCL\\u0007; tried again at 2026-12-01T21:00:05Z"}]}
      """;
  private static final String LONDON =
      """
      {"name":"LONDON","service":"nsap","dialect":"coredirector","address":"127.0.0.1:10201",
       "transport":"telnet","state":"CONNECTED","since":"2026-12-01T20:00:00Z","lastHeard":"2026-12-01T20:59:50Z",
       "circuits":1,"alarms":1,"holds":{"readAt":"2026-12-01T21:00:00Z","items":[
       {"connectionId":"7c8a2f10-0000-0000-0000-000000000000","kind":"CRS","key":"1-A-1-1",
       "owner":"TP-1","attributes":{},"wanted":true,"found":"FOREIGN","holder":"NOT-OURS"}]},
       "impairing":{"alarms":[{"port":"1-A-1-1","words":"LOS on 1-A-1-1 of LONDON",
       "connections":["7c8a2f10-0000-0000-0000-000000000000"]},
       {"port":"1-A-2-1","words":"LOS on 1-A-2-1 of LONDON","connections":[]}]},
       "standing":[{"heardAt":"2026-12-01T20:30:00Z","severity":"CRITICAL","serviceAffecting":true,
       "aid":"1-A-1-1","condition":"LOS","description":"Loss of signal"}],
       "reports":[{"at":"2026-12-01T20:30:00Z","kind":"REPT ALM OC192","rows":["1-A-1-1:CR,LOS"]}],
       "drift":[{"at":"2026-12-01T20:40:00Z","connectionId":"7c8a","done":"REPAIRED",
       "what":"CRS was lost in a restart"},{"at":"2026-12-01T20:50:00Z","done":"UNBOOKED",
       "what":"TP-000000000000 is not booked: GTP X"},
       {"at":"2026-12-01T20:55:00Z","done":"MISSING","checked":false,"what":"CRS is missing"}]}
      """;

  private final ScriptedBar nsap = new ScriptedBar();
  private final ScriptedBar lnsap = new ScriptedBar();
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void scriptTheServices() {
    environment.put("TOUCHPAPER_SEGMENT_URLS", nsap.uri() + ", " + lnsap.uri());
    environment.put("TOUCHPAPER_PASSWORD", "secret");
    nsap.respond(200, NSAP);
    lnsap.respond(200, LNSAP);
  }

  @AfterEach
  void close() {
    nsap.close();
    lnsap.close();
  }

  private int run(String... words) {
    var cliEnvironment =
        new CliEnvironment(
            environment,
            null,
            Clock.fixed(Instant.parse("2026-12-01T21:00:00Z"), ZoneOffset.UTC),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return TouchpaperCommandLine.run(cliEnvironment, words);
  }

  @Test
  void listsTheElementsOfAllServicesInOneTable() {
    assertThat(run("element", "list")).isZero();
    assertThat(err.toString()).isEmpty();
    var lines = out.toString().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1))
        .startsWith("LONDON    nsap       coredirector  127.0.0.1:10201  telnet     CONNECTED")
        .endsWith("2026-12-01T20:00:00Z  2026-12-01T20:59:50Z  2                  1       3");
    assertThat(lines.get(2)).contains("WAITING").contains("tried again at").contains("UCL?;");
  }

  @Test
  void showsExpectedAndActualConfigurationWithAlarmsAndDrift() {
    nsap.respond(200, LONDON);
    assertThat(run("element", "show", "london")).isZero();
    assertThat(out.toString())
        .contains("at 127.0.0.1:10201 over telnet")
        .contains("LOS on 1-A-1-1 of LONDON impairs 7c8a2f10-0000-0000-0000-000000000000\n")
        .contains("LOS on 1-A-2-1 of LONDON impairs no circuit\n")
        .contains("alarm CRITICAL LOS on 1-A-1-1, affects service,")
        .contains("FOREIGN NOT-OURS")
        .contains("drift REPAIRED at 2026-12-01T20:40:00Z: CRS was lost in a restart (7c8a)")
        .contains("drift UNBOOKED at 2026-12-01T20:50:00Z: TP-000000000000 is not booked: GTP X\n")
        .contains("drift NOT CHECKED YET at 2026-12-01T20:55:00Z: CRS is missing\n")
        .contains("REPT ALM OC192");
  }

  @Test
  void sendsACommandToTheServiceThatHasTheElement() {
    nsap.respond(
        200,
        """
        {"element":"LONDON","command":"RTRV-HDR","outcome":"COMPLETED","code":"",
         "rows":["a row"],"comments":["a comment"]}
        """);
    assertThat(run("element", "send", "LONDON", "RTRV-HDR")).isZero();
    assertThat(out.toString()).contains("COMPLETED").contains("a row").contains("/* a comment */");
    var request = nsap.requests().getLast();
    assertThat(request.line()).isEqualTo("POST /api/v1/elements/LONDON/commands");
    assertThat(request.body()).contains("\"command\":\"RTRV-HDR\"").contains("\"write\":false");
    assertThat(request.authorization()).isEqualTo("Basic b3BlcmF0b3I6c2VjcmV0"); // operator:secret
    assertThat(lnsap.requests()).hasSize(1);
  }

  @Test
  void restoresMissingConfiguration() {
    nsap.respond(200, "{\"element\":\"LONDON\",\"connections\":[\"7c8a2f10\"]}");
    assertThat(run("element", "restore", "LONDON")).isZero();
    assertThat(out.toString()).contains("restored: 7c8a2f10");
    assertThat(nsap.requests().getLast().line()).isEqualTo("POST /api/v1/elements/LONDON/restore");

    scriptTheServices();
    nsap.respond(200, "{\"element\":\"LONDON\",\"connections\":[]}");
    assertThat(run("element", "restore", "LONDON")).isZero();
    assertThat(out.toString()).contains("nothing is missing");

    scriptTheServices();
    nsap.respond(200, "{\"element\":\"LONDON\",\"connections\":[],\"problem\":\"no session\"}");
    assertThat(run("element", "restore", "LONDON")).isEqualTo(3);
    assertThat(out.toString()).contains("nothing was restored: no session");
  }

  @Test
  void reachesAnElementWhoseNameContainsABlank() {
    try (var other = new ScriptedBar()) {
      environment.put("TOUCHPAPER_SEGMENT_URLS", other.uri().toString());
      var shown = LONDON.replace("LONDON", "NE 1");
      var completed = "{\"outcome\":\"COMPLETED\"}";
      for (var answer : List.of(shown, "a line\n", completed, "{\"connections\":[]}")) {
        other.respond(200, NSAP.replace("LONDON", "NE 1")).respond(200, answer);
      }
      assertThat(run("element", "show", "NE 1")).isZero();
      assertThat(run("element", "transcript", "NE 1")).isZero();
      assertThat(run("element", "send", "NE 1", "RTRV-HDR")).isZero();
      assertThat(run("element", "restore", "NE 1")).isZero();
      assertThat(other.requests().stream().map(ScriptedBar.ReceivedRequest::line))
          .filteredOn(line -> line.contains("NE"))
          .containsExactly(
              "GET /api/v1/elements/NE%201",
              "GET /api/v1/elements/NE%201/transcript?lines=50",
              "POST /api/v1/elements/NE%201/commands",
              "POST /api/v1/elements/NE%201/restore");
    }
  }

  @Test
  void sendsConfigurationLinesInOneRequest() {
    lnsap.respond(200, "{\"outcome\":\"COMPLETED\"}");
    assertThat(run("element", "send", "EDGE-UCL", "--write", "vlan 7", "name X")).isZero();
    assertThat(lnsap.requests().getLast().body())
        .contains("\"vlan 7\\nname X\"")
        .contains("\"write\":true");
  }

  @Test
  void printsATranscriptToItsEnd() {
    nsap.respond(200, "2026-12-01T20:59:50Z LONDON -> RTRV-HDR:LONDON::1;\n\nanother\n");
    assertThat(run("element", "transcript", "LONDON", "--lines", "2")).isZero();
    assertThat(out.toString().lines()).hasSize(2);
    assertThat(nsap.requests().getLast().line())
        .isEqualTo("GET /api/v1/elements/LONDON/transcript?lines=2");
  }

  @Test
  void followingATranscriptFailsWhenItEnds() {
    nsap.respond(200, "a line\n");
    assertThat(run("element", "transcript", "LONDON", "-f")).isEqualTo(3);
    assertThat(out.toString()).contains("a line");
    assertThat(nsap.requests().getLast().line()).endsWith("?lines=50&follow");
  }

  @Test
  void exitsWithOneWhenTheElementDeniesOrTheServiceRefuses() {
    nsap.respond(200, "{\"outcome\":\"DENIED\",\"code\":\"IENE\",\"rows\":[\"no such entity\"]}");
    assertThat(run("element", "send", "LONDON", "RTRV-EQPT::X")).isEqualTo(1);
    assertThat(out.toString()).contains("DENIED IENE").contains("no such entity");

    scriptTheServices();
    nsap.respond(422, "{\"detail\":\"this command may change the element; set write to send it\"}");
    assertThat(run("element", "send", "LONDON", "DLT-CRS-STSPC::X")).isEqualTo(1);
    assertThat(err.toString()).contains("set write to send it");
  }

  @Test
  void exitsWithOneForAnUnknownElementAndListsTheKnown() {
    assertThat(run("element", "show", "LONDINIUM")).isEqualTo(1);
    assertThat(err.toString()).contains("no element LONDINIUM; known elements: LONDON, EDGE-UCL");
  }

  @Test
  void exitsWithTwoForAnInvalidCommandLine() {
    assertThat(run("element")).isEqualTo(2);
    for (var path : List.of("../../health", "..", "a%2fb", "a;b", "")) {
      assertThat(run("element", "show", path)).as(path).isEqualTo(2);
    }
    assertThat(run("element", "transcript", "LONDON", "--lines", "501")).isEqualTo(2);
    assertThat(run("element", "list", "--url", "ftp://x")).isEqualTo(2);
    assertThat(nsap.requests()).isEmpty();
  }

  /** One service that hangs must not delay the others. */
  @Test
  void callsAllServicesInParallel() {
    nsap.respondAfter(lnsap);
    assertThat(run("element", "list")).isZero();
    assertThat(out.toString()).contains("LONDON", "EDGE-UCL");
  }

  @Test
  void exitsWithThreeWhenAServiceDoesNotAnswerAndShowsTheOthers() {
    environment.put("TOUCHPAPER_SEGMENT_URLS", "http://127.0.0.1:9," + nsap.uri());
    assertThat(run("element", "list")).isEqualTo(3);
    assertThat(out.toString()).contains("LONDON");
    assertThat(err.toString()).contains("http://127.0.0.1:9: cannot connect");
  }

  @Test
  void exitsWithThreeForAnUnknownOutcome() {
    nsap.respond(200, "{\"outcome\":\"UNKNOWN\",\"rows\":[\"timeout\"]}");
    assertThat(run("element", "send", "LONDON", "RTRV-HDR")).isEqualTo(3);
    scriptTheServices();
    assertThat(err.toString()).isEmpty();
    nsap.closeConnection();
    assertThat(run("element", "send", "LONDON", "RTRV-HDR")).isEqualTo(3);
    assertThat(err.toString())
        .contains("may still be sent", "touchpaper element transcript LONDON");
  }

  @Test
  void exitsWithThreeForAPartialCompletion() {
    lnsap.respond(200, "{\"outcome\":\"PARTIAL\",\"rows\":[\"% Invalid input\",\"at: nome X\"]}");
    assertThat(run("element", "send", "EDGE-UCL", "--write", "vlan 7", "nome X")).isEqualTo(3);
    assertThat(out.toString()).contains("PARTIAL", "at: nome X");
  }

  @Test
  void printsItsExitCodes() {
    assertThat(run("element", "--help")).isZero();
    assertThat(out.toString()).contains("1  denied by the element", "3  a service or element");
  }

  @Test
  void exitsWithFourWhenNotAllowed() {
    environment.put("TOUCHPAPER_SEGMENT_URLS", lnsap.uri().toString());
    assertThat(run("element", "list")).isZero();
    lnsap.respond(403, "{\"detail\":\"you are not permitted to do this\"}");
    assertThat(run("element", "list")).isEqualTo(4);
    assertThat(err.toString()).contains("you are not permitted to do this");
  }

  @Test
  void mergesAllResponsesIntoOneJsonObject() {
    assertThat(run("element", "list", "--json")).isZero();
    assertThat(out.toString())
        .startsWith("{\"elements\":[{\"name\":\"LONDON\"")
        .contains("\"EDGE-UCL\"")
        .contains("\"others\":{}");
  }
}
