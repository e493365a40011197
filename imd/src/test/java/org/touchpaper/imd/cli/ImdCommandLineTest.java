package org.touchpaper.imd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.imd.EmulatedEngine;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import tools.jackson.databind.json.JsonMapper;

@Timeout(30)
class ImdCommandLineTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void watchesAndLeavesTheSimulationAlive() throws IOException {
    try (var engine = new EmulatedEngine(3, 10)) {
      var address = "imd://127.0.0.1:" + engine.address().getPort();
      for (var i = 0; i < 2; i++) {
        assertThat(run("view", address, "--frames", "20")).isZero();
      }
      assertThat(out.toString()).contains("IMD 3, 12 frames, ", "t_s ", "steps ");
      assertThat(engine.death()).isNull();
    }
  }

  @Test
  void steersAndReportsAsJson() throws IOException {
    try (var engine = new EmulatedEngine(3, 10)) {
      var address = "127.0.0.1:" + engine.address().getPort();
      assertThat(run("view", address, "--frames", "200", "--force", "3:0,0,-5.5", "--json"))
          .isZero();
      var result = JsonMapper.shared().readTree(out.toString());
      assertThat(result.get("frames").asInt()).isEqualTo(192);
      assertThat(result.get("steered").get(1).get(2).asDouble()).isNegative();
      assertThat(engine.received()).contains(Mdcomm.of(3, 0, 0, -5.5f));
    }
  }

  @Test
  void endsTheSimulationOnRequestOnly() throws IOException {
    try (var engine = new EmulatedEngine(3, 10)) {
      assertThat(run("view", "127.0.0.1:" + engine.address().getPort(), "--frames", "2", "--kill"))
          .isZero();
      assertThat(engine.received()).contains(new ImdMessage.Kill());
    }
  }

  @Test
  void saysThatNoEngineListens() throws IOException {
    var engine = new EmulatedEngine(3, 10);
    engine.close();
    assertThat(run("view", "127.0.0.1:" + engine.address().getPort(), "--wait", "0")).isEqualTo(1);
    assertThat(err.toString()).startsWith("touchpaper imd view: no IMD engine at 127.0.0.1:");
  }

  @Test
  void anInvalidCommandLineIsNamed() {
    assertThat(run("view", "8901")).isEqualTo(2);
    assertThat(run("view", "host:8901", "--force", "0,0,-5")).isEqualTo(2);
    assertThat(run("relay", "--engine", "host:8901", "--listen", "no port")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "'8901' is no HOST:PORT",
            "'0,0,-5' is no ATOM:X,Y,Z",
            "--listen: 'no port' is no [HOST:]PORT");
  }

  private int run(String... arguments) {
    return ImdCommandLine.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }
}
