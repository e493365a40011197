package org.touchpaper.platform.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.security.PeersFileReloader;

/** Two peers in one JVM: {@code bar} is the holder, {@code nsap} a segment. */
public final class ExampleNetwork implements AutoCloseable {

  static final String SECRET = "between nsap and bar";

  private final Path peersFile = writePeers(temporaryFile());
  private final HttpClient http = HttpClient.newHttpClient();
  final TestDatabase barDatabase = TestDatabases.fresh();
  final ConfigurableApplicationContext bar;
  final ConfigurableApplicationContext nsap;

  ExampleNetwork() {
    bar =
        start(
            "bar",
            barDatabase,
            "--touchpaper.peers.nsap.secret=" + SECRET,
            "--touchpaper.peers.nsap.roles=segment",
            "--touchpaper.peers.acceptor.secret=between acceptor and bar",
            "--touchpaper.peers.acceptor.roles=acceptor",
            "--touchpaper.peers-file=" + peersFile);
    nsap =
        start(
            "nsap",
            TestDatabases.fresh(),
            "--touchpaper.peers.bar.url=" + url(bar),
            "--touchpaper.peers.bar.secret=" + SECRET,
            "--touchpaper.peers.bar.roles=holder",
            "--touchpaper.peers.nobody.url=http://127.0.0.1:9",
            "--touchpaper.peers.nobody.secret=x");
  }

  private static Path temporaryFile() {
    try {
      var file = Files.createTempFile("peers", ".yaml");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path writePeers(Path file, String... entries) {
    try {
      return Files.writeString(file, "peers: { " + String.join(", ", entries) + " }\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the peers file of {@code bar}, which reads it. */
  void changePeersOfBar(String... entries) {
    writePeers(peersFile, entries);
    bar.getBean(PeersFileReloader.class).refresh(); // finds it changed
    bar.getBean(PeersFileReloader.class).refresh(); // finds it unchanged
  }

  static ConfigurableApplicationContext start(String name, TestDatabase database, String... args) {
    return start(new SpringApplicationBuilder(ExampleApplication.class), name, database, args);
  }

  static ConfigurableApplicationContext start(
      SpringApplicationBuilder service, String name, TestDatabase database, String... args) {
    var arguments = new ArrayList<>(List.of(database.args()));
    arguments.add("--spring.config.name=example");
    arguments.add("--touchpaper.name=" + name);
    arguments.addAll(Arrays.asList(args));
    return service.run(arguments.toArray(String[]::new));
  }

  static String url(ConfigurableApplicationContext service) {
    var server = ((WebServerApplicationContext) service).getWebServer();
    return "http://127.0.0.1:" + (server == null ? 0 : server.getPort());
  }

  HttpRequest.Builder toBar(String path) {
    return HttpRequest.newBuilder(URI.create(url(bar) + path));
  }

  HttpRequest.Builder asNsap(String path) {
    return toBar(path)
        .header("Authorization", "Bearer " + SECRET)
        .header("Touchpaper-Peer", "nsap");
  }

  HttpResponse<String> send(HttpRequest request) throws Exception {
    return http.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    nsap.close();
    bar.close();
    http.close();
  }
}
