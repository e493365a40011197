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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.process.RestartSupervisor;

/**
 * A private PostgreSQL server from binaries on the class path; its data survive restarts. It
 * listens on the loopback address only and requires the password in the file {@code password},
 * which only the directory's owner can read. It runs until it is closed, which its users must
 * precede; {@link #keepRunning} restarts it after a crash.
 */
public final class EmbeddedCluster implements AutoCloseable {

  private static final String USER = "postgres";

  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  private static final Map<String, String> LOOPBACK_ONLY =
      Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories", "");

  private final DirectoryLock lock;
  private final Postmaster server;
  private final Launch launch;
  private final Path log;
  private final String password;
  private volatile Process running;
  private @Nullable RestartSupervisor supervisor;

  private EmbeddedCluster(
      DirectoryLock lock, Postmaster server, Launch launch, Path log, String password)
      throws IOException {
    this.lock = lock;
    this.server = server;
    this.launch = launch;
    this.log = log;
    this.password = password;
    this.running = server.start(launch.binaries(), launch.port(), launch.settings());
  }

  /** The arguments of each start. */
  private record Launch(BundledPostgresBinaries binaries, int port, Map<String, String> settings) {}

  /**
   * Starts the cluster in a directory and creates it if needed; stops a server that a killed JVM
   * left running there first.
   *
   * @param port where to listen on 127.0.0.1, 0 for any free port
   * @throws IllegalStateException if another process uses the directory or the port
   */
  public static EmbeddedCluster start(Path directory, int port) {
    return start(directory, port, directory.resolve("postgresql.log"));
  }

  /** The same, with the server's log in another file. */
  public static EmbeddedCluster start(Path directory, int port, Path log) {
    return start(directory, port, log, DURABLE);
  }

  static EmbeddedCluster start(Path directory, int port, Path log, Map<String, String> settings) {
    var home = directory.toAbsolutePath().normalize();
    var lock = DirectoryLock.acquire(home);
    try {
      var server = new Postmaster(home, log.toAbsolutePath());
      server.stop();
      var freePort = requireFree(port);
      var password = SecretFile.readOrCreate(home.resolve("password"));
      var programs = BundledPostgresBinaries.unpack();
      initialise(server, programs, home);
      var allSettings = new TreeMap<>(LOOPBACK_ONLY);
      allSettings.putAll(settings);
      var launch = new Launch(programs, freePort, allSettings);
      return new EmbeddedCluster(lock, server, launch, log.toAbsolutePath(), password);
    } catch (IOException e) {
      lock.close();
      throw new UncheckedIOException("cannot start PostgreSQL in " + home, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Stops the server that a killed JVM left running in a directory; starts nothing.
   *
   * @return whether one ran
   * @throws IllegalStateException if another process uses the directory
   */
  public static boolean stopLeftover(Path directory) {
    var home = directory.toAbsolutePath().normalize();
    if (Files.notExists(home)) {
      return false;
    }
    try (var _ = DirectoryLock.acquire(home)) {
      return new Postmaster(home, home.resolve("postgresql.log")).stop();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL in " + home, e);
    }
  }

  private static void initialise(Postmaster server, BundledPostgresBinaries programs, Path home)
      throws IOException {
    var complete = home.resolve("complete");
    if (Files.notExists(complete)) {
      // an interrupted initdb left no data
      FileSystemUtils.deleteRecursively(home.resolve("data"));
      server.initialise(programs, USER, home.resolve("password"));
      Files.createFile(complete);
    }
  }

  private static int requireFree(int port) {
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(
          "PostgreSQL cannot listen on port " + port + ": it is in use", e);
    }
  }

  /**
   * Restarts the server on the same port whenever it ends before it is closed. PostgreSQL recovers
   * from a crash itself, and does not start while a process of its previous run is alive.
   *
   * @param listener receives a line for each end and each failed start
   */
  public synchronized void keepRunning(Consumer<String> listener) {
    if (supervisor == null) {
      supervisor = new RestartSupervisor("postgresql", log, listener, new RestartableServer());
      supervisor.start();
    }
  }

  private final class RestartableServer implements RestartSupervisor.Restartable {
    @Override
    public int awaitExit() throws InterruptedException {
      return running.waitFor();
    }

    @Override
    public void restart() throws IOException {
      running = server.start(launch.binaries(), launch.port(), launch.settings());
    }
  }

  public int port() {
    return launch.port();
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

  /** Creates the database if it does not exist. */
  public void createDatabase(String name) {
    if (!name.matches("[a-z][a-z0-9_]*")) {
      throw new IllegalArgumentException("not a database name: " + name);
    }
    try (var connection = connect("postgres");
        var exists = connection.prepareStatement("select from pg_database where datname = ?");
        var statement = connection.createStatement()) {
      exists.setString(1, name);
      try (var rows = exists.executeQuery()) {
        if (!rows.next()) {
          statement.execute("create database " + name);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create the database " + name, e);
    }
  }

  @Override
  public synchronized void close() {
    if (supervisor != null) {
      supervisor.stop();
    }
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL", e);
    } finally {
      lock.close();
    }
  }
}
