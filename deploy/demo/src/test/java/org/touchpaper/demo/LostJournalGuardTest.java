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
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.config.StartupException;
import org.touchpaper.harc.acceptor.AcceptorServer;

class LostJournalGuardTest {
  private static final String NAME = "acceptor-1";

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private DataDirectory data;

  @BeforeEach
  void create() {
    data = new DataDirectory(directory.resolve("data")).create();
  }

  private LostJournalGuard markers() {
    return new LostJournalGuard(data);
  }

  private boolean startsWithInitialise() {
    return new ProcessCommands(data, new PortPlan(100)).acceptor(NAME).contains("--initialise");
  }

  @Test
  void aNewAcceptorIsInitialisedOnce() {
    markers().check();
    assertThat(startsWithInitialise()).isTrue();
    AcceptorServer.initialise(data.of(NAME), NAME, 1);
    assertThat(startsWithInitialise()).isFalse();
    markers().check();
    assertThat(startsWithInitialise()).isFalse();
  }

  @Test
  void anIncompleteInitialisationIsRepeated() throws IOException {
    Files.createDirectories(data.of(NAME));
    Files.writeString(data.of(NAME).resolve("journal.new"), "half");
    markers().check();
    assertThat(startsWithInitialise()).isTrue();
    AcceptorServer.initialise(data.of(NAME), NAME, 1);
    assertThat(AcceptorServer.isInitialised(data.of(NAME))).isTrue();
  }

  @Test
  void anAcceptorThatLostItsJournalIsRefusedAndNotInitialised() throws IOException {
    AcceptorServer.initialise(data.of(NAME), NAME, 1);
    markers().recordIfInitialised(NAME);
    markers().recordIfInitialised(NAME);
    Files.delete(data.of(NAME).resolve("journal"));
    Files.delete(data.of(NAME));
    assertThat(startsWithInitialise()).isFalse();
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> markers().check())
          .isInstanceOf(StartupException.class)
          .hasMessageContainingAll(NAME, data.of(NAME).toString(), "must not vote", "--data");
    }
    AcceptorServer.initialise(data.of(NAME), NAME, 1); // as if restored
    assertThatCode(() -> markers().check()).doesNotThrowAnyException();
  }

  @Test
  void anAcceptorWithoutAJournalIsNotMarked() {
    markers().recordIfInitialised(NAME);
    assertThat(startsWithInitialise()).isTrue();
  }
}
