package org.touchpaper.platform.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
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
import java.time.Duration;
import java.util.Map;
import org.springframework.util.FileSystemUtils;
import org.touchpaper.platform.SecretFile;

/**
 * A PostgreSQL server of our own, from binaries in the class path, whose data survive restarts. It
 * listens on the loopback alone and asks everybody for the password in {@code password}, which only
 * the owner of the directory can read.
 */
public final class EmbeddedCluster implements AutoCloseable {

  private static final String USER = "postgres";

  /** The library starts PostgreSQL with -F and asynchronous commit; these win. */
  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  private final DirectoryLock lock;
  private final EmbeddedPostgres server;
  private final String password;

  private EmbeddedCluster(DirectoryLock lock, EmbeddedPostgres server, String password) {
    this.lock = lock;
    this.server = server;
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
    return start(directory, port, DURABLE);
  }

  static EmbeddedCluster start(Path directory, int port, Map<String, String> settings) {
    var home = directory.toAbsolutePath().normalize();
    var lock = DirectoryLock.take(home);
    try {
      var data = home.resolve("data");
      Orphan.stop(data);
      refuseBusy(port);
      var password = SecretFile.readOrCreate(home.resolve("password"));
      var server = launch(home, data, port, password, settings);
      return new EmbeddedCluster(lock, server, password);
    } catch (IOException e) {
      lock.close();
      throw new UncheckedIOException("cannot start PostgreSQL in " + home, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Stops what a killed JVM left running in a directory.
   *
   * @return whether anything ran
   * @throws IllegalStateException if the directory is in use by another process
   */
  public static boolean stopLeftover(Path directory) {
    var home = directory.toAbsolutePath().normalize();
    if (Files.notExists(home)) {
      return false;
    }
    var lock = DirectoryLock.take(home);
    try {
      return Orphan.stop(home.resolve("data"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL in " + home, e);
    } finally {
      lock.close();
    }
  }

  private static EmbeddedPostgres launch(
      Path home, Path data, int port, String password, Map<String, String> settings)
      throws IOException {
    var complete = home.resolve("complete");
    if (Files.notExists(complete)) {
      FileSystemUtils.deleteRecursively(data); // initdb was interrupted: it never held a row
    }
    var builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setOverrideWorkingDirectory(binaries().toFile())
            .setPort(port)
            .setPGStartupWait(Duration.ofSeconds(60))
            .setLocaleConfig("auth", "scram-sha-256") // follows and so overrides "-A trust"
            .setLocaleConfig("pwfile", home.resolve("password").toString())
            .setLocaleConfig("locale", "C") // every machine sorts alike
            .setConnectConfig("password", password)
            .setServerConfig("listen_addresses", "127.0.0.1")
            .setServerConfig("unix_socket_directories", "");
    settings.forEach(builder::setServerConfig);
    var server = builder.start();
    if (Files.notExists(complete)) {
      Files.createFile(complete);
    }
    return server;
  }

  /** Kept from start to start, where no other user can put binaries in our way. */
  private static Path binaries() throws IOException {
    return Files.createDirectories(
        Path.of(System.getProperty("user.home"), ".cache", "touchpaper", "postgres"));
  }

  private static void refuseBusy(int port) {
    if (port == 0) {
      return;
    }
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new IllegalStateException("port " + port + ", for PostgreSQL, is in use", e);
    }
  }

  /**
   * Stops what a killed JVM left running in a directory, if anything, and starts nothing.
   *
   * @throws IllegalStateException if a process that lives uses the directory
   */
  public static void stopOrphan(Path directory) {
    var home = directory.toAbsolutePath().normalize();
    try (var _ = DirectoryLock.take(home)) {
      Orphan.stop(home.resolve("data"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL in " + home, e);
    }
  }

  public int port() {
    return server.getPort();
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
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop PostgreSQL", e);
    } finally {
      lock.close();
    }
  }
}
