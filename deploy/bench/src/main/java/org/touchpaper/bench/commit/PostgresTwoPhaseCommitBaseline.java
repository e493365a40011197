package org.touchpaper.bench.commit;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * PostgreSQL's two-phase commit (Gray 1978): each server prepares its part, the coordinator's log
 * makes the decision durable, and each server commits. It blocks: if the coordinator fails,
 * prepared transactions stay locked until an administrator resolves them.
 */
final class PostgresTwoPhaseCommitBaseline implements AutoCloseable {
  private final List<EmbeddedCluster> servers = new ArrayList<>();
  private final LinkedBlockingQueue<ClientSession> idleSessions = new LinkedBlockingQueue<>();
  private final List<ClientSession> sessions = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** One client's connections: to each participant, and to the coordinator's log last. */
  private record ClientSession(List<Connection> participants, Connection log) {}

  /** Starts the participants' servers and the coordinator's, with connections for all clients. */
  PostgresTwoPhaseCommitBaseline(Path directory, int participants, int clients)
      throws SQLException {
    for (var i = 0; i <= participants; i++) {
      servers.add(server(directory.resolve("postgres-" + i)));
    }
    for (var i = 0; i < clients; i++) {
      var session = session();
      sessions.add(session);
      idleSessions.add(session);
    }
  }

  private static EmbeddedCluster server(Path directory) throws SQLException {
    try (var initialServer = EmbeddedCluster.start(directory, 0);
        var connection = initialServer.connect("postgres");
        var statement = connection.createStatement()) {
      statement.execute("alter system set max_prepared_transactions = 200");
      statement.execute("create table booking (id text primary key, what text not null)");
    }
    return EmbeddedCluster.start(directory, 0);
  }

  private ClientSession session() throws SQLException {
    var participants = new ArrayList<Connection>();
    for (var server : servers.subList(0, servers.size() - 1)) {
      var connection = server.connect("postgres");
      connection.setAutoCommit(true);
      participants.add(connection);
    }
    return new ClientSession(participants, servers.getLast().connect("postgres"));
  }

  /**
   * Runs one transaction over all servers, to the last commit.
   *
   * @return the {@link System#nanoTime} at which the decision was durable in the coordinator's log
   */
  long commitOnce() throws Exception {
    var session = idleSessions.take();
    try {
      var id = UUID.randomUUID().toString();
      runAtEach(
          session,
          connection -> {
            connection.setAutoCommit(false); // the driver sends begin with the insert
            insert(connection, id);
            run(connection, "prepare transaction '" + id + "'");
            connection.setAutoCommit(true);
          });
      insert(session.log(), id);
      var decidedAt = System.nanoTime();
      runAtEach(session, connection -> run(connection, "commit prepared '" + id + "'"));
      return decidedAt;
    } finally {
      idleSessions.add(session);
    }
  }

  /** A statement at one server. */
  private interface Step {
    void run(Connection connection) throws SQLException;
  }

  private void runAtEach(ClientSession session, Step step) throws Exception {
    var results = new ArrayList<Future<?>>();
    for (var connection : session.participants()) {
      results.add(
          threads.submit(() -> {
            step.run(connection);
            return null;
          }));
    }
    for (var result : results) {
      result.get();
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void insert(Connection connection, String id) throws SQLException {
    try (var statement = connection.prepareStatement("insert into booking values (?, ?)")) {
      statement.setString(1, id);
      statement.setString(2, "x".repeat(256));
      statement.execute();
    }
  }

  @Override
  public void close() throws SQLException {
    threads.shutdownNow();
    for (var session : sessions) {
      for (var connection : session.participants()) {
        connection.close();
      }
      session.log().close();
    }
    servers.forEach(EmbeddedCluster::close);
  }
}
