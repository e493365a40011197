package org.touchpaper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A short {@code bench tl1}; no speed is asserted. */
class Tl1BenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Bench.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void measuresCodecSessionAndBaselinesAndEndsWithJson() {
    var code = run("tl1", "--seconds", "0.1", "--no-fork", "--json");
    assertThat(code).as(err.toString()).isEqualTo(out.toString().contains("missed") ? 1 : 0);
    assertThat(out.toString()).contains("split at semicolons", "bare socket");
    assertThat(out.toString().lines().toList().getLast())
        .matches(
            "\\{\"codec_mb_s\":[\\d.]+,\"session_cmd_s\":\\d+,\"split_mb_s\":[\\d.]+,"
                + "\"copy_mb_s\":[\\d.]+,\"session_ons_cmd_s\":\\d+,\"bare_socket_s\":\\d+}");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(run("tl1", "--seconds", "0")).isEqualTo(2);
    assertThat(run("tl1", "--transcripts", "no/such/folder")).isEqualTo(2);
    assertThat(err.toString()).contains("no such folder: no/such/folder");
  }
}
