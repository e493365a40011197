package org.touchpaper.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedClusterTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
  void commitsAreFlushedToDisk(String setting) throws Exception {
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      assertThat(ask(cluster, "postgres", "show " + setting)).isEqualTo("on");
    }
  }

  @Test
  void connectionsWithoutThePasswordFail() throws Exception {
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      assertThatThrownBy(
              () -> DriverManager.getConnection(cluster.url("postgres"), cluster.user(), "wrong"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
      assertThat(Files.getPosixFilePermissions(directory.resolve("password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(ask(cluster, "postgres", "show listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(ask(cluster, "postgres", "show unix_socket_directories")).isEmpty();
      assertThat(
              ask(
                  cluster,
                  "postgres",
                  "select string_agg(distinct auth_method, ' ') from pg_hba_file_rules"))
          .isEqualTo("scram-sha-256");
    }
  }

  /** Thousands of iterations, meant for guessable passwords, took most of a test's time. */
  @Test
  void connectionsWithThePasswordAreFast() throws Exception {
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      assertThat(cluster.password()).hasSize(2 * 256 / 8); // in hexadecimal
      assertThat(ask(cluster, "postgres", "select rolpassword from pg_authid where rolcanlogin"))
          .startsWith("SCRAM-SHA-256$1:");
    }
  }

  /** The cluster's password is random; people's are not. */
  @Test
  void aChosenPasswordIsStoredWithAllIterations() throws Exception {
    for (var attempt = 1; attempt <= 2; attempt++) {
      try (var cluster = EmbeddedCluster.start(directory, 0)) {
        run(cluster, "postgres", "create role ada" + attempt + " login password 'guess me'");
        run(cluster, "postgres", "alter role ada1 password 'guess me again'");
        assertThat(
                ask(
                    cluster,
                    "postgres",
                    "select string_agg(distinct split_part(rolpassword, ':', 1), ' ')"
                        + " from pg_authid where rolname like 'ada%'"))
            .isEqualTo("SCRAM-SHA-256$4096");
      }
    }
  }

  @Test
  void rowsSurviveARestart() throws Exception {
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      cluster.createDatabase("books");
      cluster.createDatabase("books");
      run(cluster, "books", "create table book as select 42 as page");
    }
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      cluster.createDatabase("books");
      assertThat(ask(cluster, "books", "select page from book")).isEqualTo("42");
    }
  }

  @Test
  void stopsTheServerOfAKilledProcess() throws Exception {
    var killed = ClusterProcess.start(directory);
    killed.destroyForcibly().waitFor();
    var orphan = orphan();
    assertThat(orphan.isAlive()).isTrue();

    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      assertThat(orphan.isAlive()).isFalse();
      assertThat(ask(cluster, "postgres", "select 1")).isEqualTo("1");
    }
  }

  @Test
  void theServerOfAKilledProcessCanBeStopped() throws Exception {
    ClusterProcess.start(directory).destroyForcibly().waitFor();
    var orphan = orphan();
    assertThat(EmbeddedCluster.stopLeftover(directory)).isTrue();
    assertThat(EmbeddedCluster.stopLeftover(directory)).isFalse();
    assertThat(orphan.isAlive()).isFalse();
  }

  /** A Ctrl-C would end such a process and leave the server running. */
  @Test
  void stoppingStartsNoProcess() throws Exception {
    var cluster = EmbeddedCluster.start(directory, 0);
    try (var recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      new ProcessBuilder("true").start().waitFor();
      cluster.close();
      recording.stop();
      var record = directory.resolve("processes.jfr");
      recording.dump(record);
      assertThat(RecordingFile.readAllEvents(record))
          .extracting(started -> started.getString("command"))
          .containsExactly("true");
    }
    assertThat(EmbeddedCluster.stopLeftover(directory)).isFalse();
  }

  @Test
  void aKilledServerRestartsOnItsPortWithItsRows() throws Exception {
    var messages = new LinkedBlockingQueue<String>();
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      cluster.keepRunning(messages::add);
      run(cluster, "postgres", "create table book as select 42 as page");
      for (var pause : List.of("0.5", "1.0")) {
        orphan().destroyForcibly();
        assertThat(messages.poll(60, TimeUnit.SECONDS))
            .startsWith("postgresql ended with status 137; restarting in " + pause + " s (see ");
        await()
            .ignoreExceptions()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(() ->
                assertThat(ask(cluster, "postgres", "select page from book")).isEqualTo("42"));
      }
    }
    assertThat(EmbeddedCluster.stopLeftover(directory)).isFalse();
    assertThat(messages.poll()).isNull();
  }

  @Test
  void aSecondProcessIsRefusedAndTheFirstContinues() throws Exception {
    var first = ClusterProcess.start(directory);
    try {
      assertThatThrownBy(() -> EmbeddedCluster.start(directory, 0))
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("in use by another process");
      assertThat(orphan().isAlive()).isTrue();
    } finally {
      first.destroy();
      first.waitFor();
    }
  }

  @Test
  void aBusyPortIsNamed() throws Exception {
    try (var taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      assertThatThrownBy(() -> EmbeddedCluster.start(directory, taken.getLocalPort()))
          .hasMessageContaining("port " + taken.getLocalPort());
    }
    EmbeddedCluster.start(directory, 0).close(); // and the directory is free again
  }

  @Test
  void anInterruptedInitialisationIsRepeated() throws Exception {
    Files.createDirectories(directory.resolve("data/base"));
    Files.writeString(directory.resolve("data/PG_VERSION"), "18\n");
    try (var cluster = EmbeddedCluster.start(directory, 0)) {
      assertThat(ask(cluster, "postgres", "select 1")).isEqualTo("1");
    }
  }

  private ProcessHandle orphan() throws Exception {
    var pid = Files.readAllLines(directory.resolve("data/postmaster.pid")).getFirst();
    return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
  }

  private static void run(EmbeddedCluster cluster, String database, String sql) throws Exception {
    try (var connection = cluster.connect(database);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(EmbeddedCluster cluster, String database, String sql) throws Exception {
    try (var connection = cluster.connect(database);
        var statement = connection.createStatement();
        var answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getString(1);
    }
  }
}
