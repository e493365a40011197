package org.touchpaper.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabResourceCloserTest {

  private final List<String> closed = new ArrayList<>();
  private final LabResourceCloser cleanup = new LabResourceCloser();

  @Test
  void theLatestIsClosedFirstAndEachOnce() throws IOException {
    cleanup.add(() -> closed.add("network"));
    cleanup.add(() -> closed.add("engine"));
    cleanup.close();
    cleanup.close();
    assertThat(closed).containsExactly("engine", "network");
  }

  @Test
  void aFailureKeepsNothingElseOpen() throws IOException {
    cleanup.add(() -> closed.add("network"));
    cleanup.add(() -> {
      throw new IOException("busy");
    });
    assertThatThrownBy(cleanup::close).hasMessageContaining("busy");
    assertThat(closed).containsExactly("network");
  }

  /** As when Ctrl-C came while it was made. */
  @Test
  void whatIsAddedAfterTheEndIsClosedAtOnce() throws IOException {
    cleanup.close();
    assertThatThrownBy(() -> cleanup.add(() -> closed.add("late"))).isInstanceOf(IOException.class);
    assertThat(closed).containsExactly("late");
  }
}
