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

/** A cluster for each test, of which the test starts whom it wants. */
@Timeout(300)
abstract class FreshCluster {
  /** Long enough for a machine that does ten other things; nobody waits for them to pass. */
  static final Duration WAIT = Duration.ofSeconds(50);

  /** Never comes by itself: where it has to, the acceptors' clock is turned. */
  static final Duration VOTE_BY = Duration.ofMinutes(10);

  @TempDir Path data;
  Cluster cluster;

  @BeforeEach
  void build() throws IOException {
    cluster = new Cluster(data);
  }

  /** Each of these has a vote for t.1: what it knows no longer hangs on who else lives. */
  final void haveVotes(List<String> acceptors) throws Exception {
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
