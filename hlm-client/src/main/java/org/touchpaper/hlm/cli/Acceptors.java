package org.touchpaper.hlm.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.http.WholeAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The acceptors' offices for their administrators; each is asked by itself. */
final class Acceptors implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern KEY =
      Pattern.compile("touchpaper\\.peers\\.(.+)\\.(url|secret|secret-file)");
  private static final Pattern SENTENCE = Pattern.compile("(?s)<[^>]*>");

  private final String self;
  private final Map<String, Acceptor> all;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  private record Acceptor(URI url, String secret) {}

  /**
   * One acceptor's answer.
   *
   * @param status of HTTP; 0 if there was none
   * @param body what it said; null unless it is JSON
   * @param sentence why there is none
   */
  record Reply(int status, @Nullable JsonNode body, String sentence) {}

  private Acceptors(String self, Map<String, Acceptor> all, Duration patience) {
    this.self = self;
    this.patience = patience;
    this.all = all;
  }

  /** Reads {@code touchpaper.peers.<name>.url} and {@code .secret} or {@code .secret-file}. */
  static Acceptors read(String self, Path file) throws IOException {
    return read(self, file, PATIENCE);
  }

  /** Those, of which each is waited for so long. */
  static Acceptors read(String self, Path file, Duration patience) throws IOException {
    var properties = new Properties();
    try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(in);
    }
    var found = new TreeMap<String, Acceptor>();
    for (var key : properties.stringPropertyNames()) {
      var match = KEY.matcher(key);
      if (match.matches() && match.group(2).equals("url")) {
        var secret = secret(file, properties, "touchpaper.peers." + match.group(1));
        found.put(
            match.group(1), new Acceptor(URI.create(properties.getProperty(key).strip()), secret));
      }
    }
    if (found.isEmpty()) {
      throw new IOException(file + " names no acceptor (touchpaper.peers.<name>.url)");
    }
    return new Acceptors(self, found, patience);
  }

  private static String secret(Path file, Properties properties, String prefix) throws IOException {
    var secret = properties.getProperty(prefix + ".secret");
    if (secret != null) {
      return secret.strip();
    }
    var secretFile = properties.getProperty(prefix + ".secret-file");
    if (secretFile == null) {
      throw new IOException(file + ": " + prefix + ".secret or .secret-file is missing");
    }
    return Files.readString(file.toAbsolutePath().resolveSibling(secretFile.strip())).strip();
  }

  /** What each says; all are asked at once. */
  Map<String, Reply> get(String path) {
    return AtOnce.ask(
        all.keySet(),
        name -> exchange(request(Objects.requireNonNull(all.get(name)), path).GET().build()));
  }

  Map<String, Reply> post(String path) {
    return each(acceptor -> request(acceptor, path).POST(BodyPublishers.noBody()));
  }

  Map<String, Reply> delete(String path) {
    return each(acceptor -> request(acceptor, path).DELETE());
  }

  /** One after the other, so that the order in which a change was asked for can be told. */
  private Map<String, Reply> each(Function<Acceptor, HttpRequest.Builder> request) {
    var replies = new LinkedHashMap<String, Reply>();
    all.forEach((name, acceptor) -> replies.put(name, exchange(request.apply(acceptor).build())));
    return replies;
  }

  private HttpRequest.Builder request(Acceptor acceptor, String path) {
    var base = acceptor.url().toString().replaceAll("/+$", "");
    return HttpRequest.newBuilder(URI.create(base + "/harc/admin/transactions" + path))
        .timeout(patience)
        .header("Touchpaper-Peer", self)
        .header("Authorization", "Bearer " + acceptor.secret());
  }

  private Reply exchange(HttpRequest request) {
    try {
      var response = WholeAnswer.of(http, request, BodyHandlers.ofString());
      return response.statusCode() == 200
          ? new Reply(200, JSON.readTree(response.body()), "")
          : new Reply(
              response.statusCode(),
              null,
              SENTENCE.matcher(response.body()).replaceAll("").strip());
    } catch (IOException e) {
      return new Reply(0, null, "does not answer: " + e);
    } catch (JacksonException e) {
      return new Reply(0, null, "answers with what no acceptor says: is its url right?");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply(0, null, "interrupted");
    }
  }

  static String json(Object value) {
    return JSON.writeValueAsString(value);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
