package org.touchpaper.platform.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.util.FileSystemUtils;
import org.touchpaper.platform.SecretFile;

/**
 * A PostgreSQL server of our own, from binaries in the class path, whose data survive restarts. It
 * listens on the loopback alone and asks everybody for the password in {@code password}, which only
 * the owner of the directory can read. It runs until it is closed: whoever starts it says when,
 * after those who use it have ended.
 */
public final class EmbeddedCluster implements AutoCloseable {

  private static final String USER = "postgres";

  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  private static final Map<String, String> LOOPBACK_ALONE =
      Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories", "");

  private final DirectoryLock lock;
  private final Postmaster server;
  private final int port;
  private final String password;

  private EmbeddedCluster(DirectoryLock lock, Postmaster server, int port, String password) {
    this.lock = lock;
    this.server = server;
    this.port = port;
    this.password = password;
  }

  /**
   * Starts the cluster in a directory, making it where there is none, and stopping first what a
   * killed JVM left running there.
   *
   * @param port where to listen on 127.0.0.1, 0 for any free port
   * @throws IllegalStateException if another process uses the directory or the port
   */
  public static EmbeddedCluster start(Path directory, int port) {
    return start(directory, port, directory.resolve("postgresql.log"));
  }

  /** The same, with the server's log in a file of the caller's choice. */
  public static EmbeddedCluster start(Path directory, int port, Path log) {
    return start(directory, port, log, DURABLE);
  }

  static EmbeddedCluster start(Path directory, int port, Path log, Map<String, String> settings) {
    var home = directory.toAbsolutePath().normalize();
    var lock = DirectoryLock.take(home);
    try {
      var server = new Postmaster(home, log.toAbsolutePath());
      server.stop();
      var taken = free(port);
      var password = SecretFile.readOrCreate(home.resolve("password"));
      launch(server, home, taken, settings);
      return new EmbeddedCluster(lock, server, taken, password);
    } catch (IOException e) {
      lock.close();
      throw new UncheckedIOException("cannot start PostgreSQL in " + home, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Stops what a killed JVM left running in a directory, and starts nothing.
   *
   * @return whether anything ran
   * @throws IllegalStateException if the directory is in use by another process
   */
  public static boolean stopLeftover(Path directory) {
    var home = directory.toAbsolutePath().normalize();
    if (Files.notExists(home)) {
      return false;
    }
    try (var _ = DirectoryLock.take(home)) {
      return new Postmaster(home, home.resolve("postgresql.log")).stop();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL in " + home, e);
    }
  }

  private static void launch(Postmaster server, Path home, int port, Map<String, String> settings)
      throws IOException {
    var programs = Programs.unpacked();
    var complete = home.resolve("complete");
    if (Files.notExists(complete)) {
      // an initdb that was interrupted: it never held a row
      FileSystemUtils.deleteRecursively(home.resolve("data"));
      server.initialise(programs, USER, home.resolve("password"));
      Files.createFile(complete);
    }
    var all = new TreeMap<>(LOOPBACK_ALONE);
    all.putAll(settings);
    server.start(programs, port, all);
  }

  private static int free(int port) {
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("port " + port + ", for PostgreSQL, is in use", e);
    }
  }

  public int port() {
    return port;
  }

  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
  }

  public String user() {
    return USER;
  }

  public String password() {
    return password;
  }

  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database), USER, password);
  }

  /** Makes the database where there is none of that name. */
  public void createDatabase(String name) {
    if (!name.matches("[a-z][a-z0-9_]*")) {
      throw new IllegalArgumentException("not a database name: " + name);
    }
    try (var connection = connect("postgres");
        var exists = connection.prepareStatement("select from pg_database where datname = ?");
        var statement = connection.createStatement()) {
      exists.setString(1, name);
      try (var found = exists.executeQuery()) {
        if (!found.next()) {
          statement.execute("create database " + name);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create the database " + name, e);
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL", e);
    } finally {
      lock.close();
    }
  }
}
