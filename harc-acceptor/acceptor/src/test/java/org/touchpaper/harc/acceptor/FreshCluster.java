package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

  @AfterEach
  void tearDown() {
    cluster.close();
  }
}
