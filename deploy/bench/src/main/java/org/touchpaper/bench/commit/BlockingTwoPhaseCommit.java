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
 * PostgreSQL's own: each server does its part and prepares it, the coordinator's log makes the
 * decision durable, each server commits what it prepared. Who coordinates is alone: if it dies,
 * what is prepared stays locked until somebody comes.
 */
final class BlockingTwoPhaseCommit implements AutoCloseable {
  private final List<EmbeddedCluster> servers = new ArrayList<>();
  private final LinkedBlockingQueue<Session> free = new LinkedBlockingQueue<>();
  private final List<Session> sessions = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** One client's connections: to each participant, and to the coordinator's log last. */
  private record Session(List<Connection> participants, Connection log) {}

  /** So many servers beside the coordinator's; so many clients at once. */
  BlockingTwoPhaseCommit(Path directory, int participants, int clients) throws SQLException {
    for (var i = 0; i <= participants; i++) {
      servers.add(server(directory.resolve("postgres-" + i)));
    }
    for (var i = 0; i < clients; i++) {
      var session = session();
      sessions.add(session);
      free.add(session);
    }
  }

  private static EmbeddedCluster server(Path directory) throws SQLException {
    try (var first = EmbeddedCluster.start(directory, 0);
        var connection = first.connect("postgres");
        var statement = connection.createStatement()) {
      statement.execute("alter system set max_prepared_transactions = 200");
      statement.execute("create table booking (id text primary key, what text not null)");
    }
    return EmbeddedCluster.start(directory, 0);
  }

  private Session session() throws SQLException {
    var participants = new ArrayList<Connection>();
    for (var server : servers.subList(0, servers.size() - 1)) {
      var connection = server.connect("postgres");
      connection.setAutoCommit(true);
      participants.add(connection);
    }
    return new Session(participants, servers.getLast().connect("postgres"));
  }

  /**
   * One transaction over all servers, from the call to the last commit.
   *
   * @return when the coordinator's log had made the decision durable, as by {@link System#nanoTime}
   */
  long commitOnce() throws Exception {
    var session = free.take();
    try {
      var id = UUID.randomUUID().toString();
      atEach(
          session,
          connection -> {
            connection.setAutoCommit(false); // the driver sends begin with the insert
            insert(connection, id);
            run(connection, "prepare transaction '" + id + "'");
            connection.setAutoCommit(true);
          });
      insert(session.log(), id);
      var decided = System.nanoTime();
      atEach(session, connection -> run(connection, "commit prepared '" + id + "'"));
      return decided;
    } finally {
      free.add(session);
    }
  }

  /** What is done at one server. */
  private interface Step {
    void at(Connection connection) throws SQLException;
  }

  private void atEach(Session session, Step step) throws Exception {
    var all = new ArrayList<Future<?>>();
    for (var connection : session.participants()) {
      all.add(
          threads.submit(() -> {
            step.at(connection);
            return null;
          }));
    }
    for (var each : all) {
      each.get();
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
