package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.acceptor.Acceptor;

class AcceptorMemoriesTest {
  private static final String NAME = "acceptor-1";

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private DataDirectory data;

  @BeforeEach
  void create() {
    data = new DataDirectory(directory.resolve("data")).create();
  }

  private AcceptorMemories memories() {
    return new AcceptorMemories(data);
  }

  private boolean isGivenABlankOne() {
    return new Commands(data, new Ports(100)).acceptor(NAME).contains("--initialise");
  }

  @Test
  void aNewAcceptorIsGivenABlankOneOnce() {
    memories().check();
    assertThat(isGivenABlankOne()).isTrue();
    Acceptor.initialise(data.of(NAME), NAME, 1);
    assertThat(isGivenABlankOne()).isFalse();
    memories().check();
    assertThat(isGivenABlankOne()).isFalse();
  }

  @Test
  void whatAKilledInitialisationLeftIsGoneOver() throws IOException {
    Files.createDirectories(data.of(NAME));
    Files.writeString(data.of(NAME).resolve("journal.new"), "half");
    memories().check();
    assertThat(isGivenABlankOne()).isTrue();
    Acceptor.initialise(data.of(NAME), NAME, 1);
    assertThat(Acceptor.isInitialised(data.of(NAME))).isTrue();
  }

  @Test
  void whoLostItsMemoryIsRefusedAndNotGivenABlankOne() throws IOException {
    Acceptor.initialise(data.of(NAME), NAME, 1);
    memories().note(NAME);
    memories().note(NAME);
    Files.delete(data.of(NAME).resolve("journal"));
    Files.delete(data.of(NAME));
    assertThat(isGivenABlankOne()).isFalse();
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> memories().check())
          .isInstanceOf(CannotStart.class)
          .hasMessageContainingAll(NAME, data.of(NAME).toString(), "must not vote", "--data");
    }
    Acceptor.initialise(data.of(NAME), NAME, 1); // as if restored
    assertThatCode(() -> memories().check()).doesNotThrowAnyException();
  }

  @Test
  void oneThatHasNoneYetIsNotNoted() {
    memories().note(NAME);
    assertThat(isGivenABlankOne()).isTrue();
  }
}
