package org.touchpaper.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LabCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void helpSaysWhatIsNeeded() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("Needs root on Linux and Python", "--quick", "--without-booking", "Exit codes:")
        .contains("apt-get install -y --no-install-recommends gromacs");
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThat(run("--slow")).isEqualTo(2);
    assertThat(err.toString()).contains("--slow");
    assertThat(run("--engine", "namd")).isEqualTo(2);
    assertThat(err.toString()).contains("--engine");
  }

  private int run(String... arguments) {
    return LabCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }
}
