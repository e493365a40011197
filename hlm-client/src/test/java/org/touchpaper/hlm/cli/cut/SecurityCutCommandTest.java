package org.touchpaper.hlm.cli.cut;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.hlm.ScriptedBar;
import org.touchpaper.hlm.cli.TouchpaperCommandLine;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** The security officer's commands against a scripted L-NSAP. */
class SecurityCutCommandTest {
  private static final String ID = "0190c3a2-7d3e-7b11-9a55-0a1b2c3d4e5f";
  private static final String CUT =
      """
      {"id":"0190c3a2-7d3e-7b11-9a55-0a1b2c3d4e5f","kind":"HOST","target":"vis","name":"vis.ucl",
       "reason":"port scan","by":"olga","at":"2026-12-01T20:00:00.123Z","enforced":true,
       "endedCount":1,"ended":[{"connection":"7c8a2f10-0000-0000-0000-000000000000",
       "lightpath":"5b8f0a3e-5a0d-5a38-9c62-6f5a3f2b7d11","person":"scientist","homeSite":"ucl",
       "source":"urn:ogf:network:ucl.ukl:2026:vis","destination":"urn:ogf:network:ucl.ukl:2026:border?vlan=100",
       "bandwidthMbps":300,"startTime":"2026-12-01T19:00:00Z","endTime":"2026-12-01T21:00:00Z",
       "state":"ENDED","released":true,"at":"2026-12-01T20:00:00Z"}],"refusedCount":0,"refused":[]}
      """;

  private final ScriptedBar lnsap = new ScriptedBar();
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void scriptTheService() {
    environment.put("TOUCHPAPER_CUT_URL", lnsap.uri().toString());
    environment.put("TOUCHPAPER_PASSWORD", "secret");
  }

  @AfterEach
  void close() {
    lnsap.close();
  }

  private int run(String... words) {
    var cliEnvironment =
        new CliEnvironment(
            environment,
            null,
            Clock.systemUTC(),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return TouchpaperCommandLine.run(cliEnvironment, words);
  }

  @Test
  void cutsAHostAndSaysWhatEnded() {
    lnsap.respond(201, CUT);
    assertThat(run("cut", "host", "vis.ucl", "--reason", "port scan")).isZero();
    assertThat(out.toString())
        .contains(ID + "  vis.ucl  cut 2026-12-01T20:00:00Z by olga\n")
        .contains("reason: port scan\n")
        .contains("ended: 1\n")
        .contains(
            "5b8f0a3e-5a0d-5a38-9c62-6f5a3f2b7d11  ENDED  300 Mbit/s  vis to border?vlan=100");
    var request = lnsap.requests().getLast();
    assertThat(request.toString()).contains("PUT", "/api/v1/cuts/");
    assertThat(request.body()).contains("\"kind\":\"host\"", "\"target\":\"vis.ucl\"", "port scan");
  }

  @Test
  void circuitsAreSearchedAndThoseThatAreNotListedAreCounted() {
    lnsap.respond(200, "{\"circuits\":[],\"more\":7}");
    assertThat(run("cuts", "--circuits", "--search", "vis & co")).isZero();
    assertThat(lnsap.requests().getLast().toString()).contains("/usage?search=vis+%26+co");
    assertThat(out.toString()).contains("and 7 more; find them with --search\n");
    assertThat(run("cuts", "--search", "vis")).isEqualTo(2);
    assertThat(err.toString()).contains("--search needs --circuits");
  }

  @Test
  void cutsTheWholeSiteOnlyIfConfirmed() {
    assertThat(run("cut", "site", "--reason", "intrusion")).isEqualTo(1);
    assertThat(err.toString()).contains("--yes", "every circuit");
    assertThat(lnsap.requests()).isEmpty();
    lnsap.respond(200, CUT);
    assertThat(run("cut", "site", "--reason", "intrusion", "--yes")).isZero();
    assertThat(lnsap.requests()).hasSize(1);
  }

  @Test
  void refusesACommandLineWithoutReasonOrName() {
    assertThat(run("cut", "host", "vis.ucl")).isEqualTo(2);
    assertThat(run("cut", "host", "--reason", "why")).isEqualTo(2);
    assertThat(run("cut", "cluster", "newton", "--reason", "why")).isEqualTo(2);
    assertThat(run("lift", "not-an-id", "--reason", "why")).isEqualTo(2);
    assertThat(lnsap.requests()).isEmpty();
  }

  @Test
  void liftsACut() {
    lnsap.respond(
        200,
        CUT.replaceFirst(
            "\\{",
            "{\"liftedBy\":\"otto\",\"liftedAt\":\"2026-12-01T20:30:00Z\",\"liftReason\":\"clean\","));
    assertThat(run("lift", ID, "--reason", "clean")).isZero();
    assertThat(out.toString()).contains("lifted 2026-12-01T20:30:00Z by otto: clean\n");
    assertThat(lnsap.requests().getLast().toString()).contains("POST", ID + "/lift");
  }

  @Test
  void listsCutsAndCircuits() {
    lnsap.respond(200, "{\"title\":\"University College London\",\"cuts\":[]}");
    assertThat(run("cuts")).isZero();
    assertThat(out.toString()).contains("nothing is cut at University College London\n");
    lnsap.respond(200, "{\"cuts\":[" + CUT + "]}");
    assertThat(run("cuts", "--lifted")).isZero();
    assertThat(out.toString()).contains("by olga: port scan\n");
    lnsap.respond(200, "{\"circuits\":[]}");
    assertThat(run("cuts", "--circuits")).isZero();
    assertThat(out.toString()).contains("no circuits are booked\n");
  }

  @Test
  void exitsAsTheServiceAnswers() {
    lnsap.respond(422, "{\"detail\":\"no host nobody here; hosts: vis.ucl\"}");
    assertThat(run("cut", "host", "nobody", "--reason", "why")).isEqualTo(1);
    assertThat(err.toString()).contains("hosts: vis.ucl");
    lnsap.respond(403, "{\"detail\":\"you are not permitted to do this\"}");
    assertThat(run("cuts")).isEqualTo(4);
    lnsap.respond(503, "{\"detail\":\"database\"}");
    assertThat(run("lift", ID, "--reason", "why")).isEqualTo(3);
    environment.put("TOUCHPAPER_CUT_URL", "http://127.0.0.1:9");
    assertThat(run("cuts")).isEqualTo(3);
    assertThat(err.toString()).contains("cannot connect");
  }
}
