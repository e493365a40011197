package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster for each test, which starts the acceptors it needs. */
@Timeout(300)
abstract class AcceptorClusterFixture {
  /** Long enough for a busy machine; no test waits until it passes. */
  static final Duration WAIT = Duration.ofSeconds(50);

  /** Far ahead; tests advance the acceptors' clock to reach it. */
  static final Duration VOTE_BY = Duration.ofMinutes(10);

  @TempDir Path data;
  InProcessCluster cluster;

  @BeforeEach
  void build() throws IOException {
    cluster = new InProcessCluster(data);
  }

  /** Waits until each acceptor has a vote for t.1, so that it knows the transaction. */
  final void awaitVotesAt(List<String> acceptors) throws Exception {
    for (var name : acceptors) {
      Await.until(
          () -> assertThat(cluster.asAdmin("GET", name, "/t.1").body()).contains("PREPARED"));
    }
  }

  @AfterEach
  void tearDown() {
    cluster.close();
  }
}
