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
import org.touchpaper.platform.process.Watch;

/**
 * A PostgreSQL server of our own, from binaries in the class path, whose data survive restarts. It
 * listens on the loopback alone and asks everybody for the password in {@code password}, which only
 * the owner of the directory can read. It runs until it is closed: whoever starts it says when,
 * after those who use it have ended, and whether it is to be {@link #keepUp kept up} until then.
 */
public final class EmbeddedCluster implements AutoCloseable {

  private static final String USER = "postgres";

  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  private static final Map<String, String> LOOPBACK_ALONE =
      Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories", "");

  private final DirectoryLock lock;
  private final Postmaster server;
  private final Launch launch;
  private final Path log;
  private final String password;
  private volatile Process running;
  private @Nullable Watch watch;

  private EmbeddedCluster(
      DirectoryLock lock, Postmaster server, Launch launch, Path log, String password)
      throws IOException {
    this.lock = lock;
    this.server = server;
    this.launch = launch;
    this.log = log;
    this.password = password;
    this.running = server.start(launch.programs(), launch.port(), launch.settings());
  }

  /** How the server is started, each time alike. */
  private record Launch(Programs programs, int port, Map<String, String> settings) {}

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
      var programs = Programs.unpacked();
      initialise(server, programs, home);
      var all = new TreeMap<>(LOOPBACK_ALONE);
      all.putAll(settings);
      var launch = new Launch(programs, taken, all);
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

  private static void initialise(Postmaster server, Programs programs, Path home)
      throws IOException {
    var complete = home.resolve("complete");
    if (Files.notExists(complete)) {
      // an initdb that was interrupted: it never held a row
      FileSystemUtils.deleteRecursively(home.resolve("data"));
      server.initialise(programs, USER, home.resolve("password"));
      Files.createFile(complete);
    }
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

  /**
   * Starts it again, on the same port, whenever it ends before it is closed: the server itself
   * repairs what a crash left, and does not start while anything of its last life still runs.
   *
   * @param said told of every end, and of every start that fails
   */
  public synchronized void keepUp(Consumer<String> said) {
    if (watch == null) {
      watch = new Watch("postgresql", log, said, new Server());
      watch.begin();
    }
  }

  private final class Server implements Watch.Watched {
    @Override
    public int awaitEnd() throws InterruptedException {
      return running.waitFor();
    }

    @Override
    public void startAgain() throws IOException {
      running = server.start(launch.programs(), launch.port(), launch.settings());
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
  public synchronized void close() {
    if (watch != null) {
      watch.retire();
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
