package org.touchpaper.hlm.cli.harc;

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
import org.touchpaper.hlm.cli.common.ConcurrentCalls;
import org.touchpaper.http.TimedHttpExchange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client of the acceptors' administration interface; it calls each acceptor. */
public final class AcceptorAdminClient implements AutoCloseable {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern PEER_PROPERTY =
      Pattern.compile("touchpaper\\.peers\\.(.+)\\.(url|secret|secret-file)");
  private static final Pattern XML_TAG = Pattern.compile("(?s)<[^>]*>");

  private final String self;
  private final Map<String, Acceptor> acceptors;
  private final Duration timeout;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  private record Acceptor(URI url, String secret) {}

  /**
   * An acceptor's response.
   *
   * @param status the HTTP status; 0 without a valid response
   * @param body the parsed body; null unless it is JSON
   * @param problem why there is no body
   */
  public record AcceptorReply(int status, @Nullable JsonNode body, String problem) {}

  private AcceptorAdminClient(String self, Map<String, Acceptor> acceptors, Duration timeout) {
    this.self = self;
    this.timeout = timeout;
    this.acceptors = acceptors;
  }

  /** Reads {@code touchpaper.peers.<name>.url} and {@code .secret} or {@code .secret-file}. */
  static AcceptorAdminClient read(String self, Path file) throws IOException {
    return read(self, file, DEFAULT_TIMEOUT);
  }

  /** Reads the same with a timeout for each call. */
  public static AcceptorAdminClient read(String self, Path file, Duration timeout)
      throws IOException {
    var properties = new Properties();
    try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(in);
    }
    var acceptors = new TreeMap<String, Acceptor>();
    for (var key : properties.stringPropertyNames()) {
      var match = PEER_PROPERTY.matcher(key);
      if (match.matches() && match.group(2).equals("url")) {
        var secret = secret(file, properties, "touchpaper.peers." + match.group(1));
        acceptors.put(
            match.group(1), new Acceptor(URI.create(properties.getProperty(key).strip()), secret));
      }
    }
    if (acceptors.isEmpty()) {
      throw new IOException(file + " has no acceptor; add touchpaper.peers.<name>.url");
    }
    return new AcceptorAdminClient(self, acceptors, timeout);
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

  /** Calls all acceptors in parallel. */
  public Map<String, AcceptorReply> get(String path) {
    return ConcurrentCalls.callAll(
        acceptors.keySet(),
        name -> send(request(Objects.requireNonNull(acceptors.get(name)), path).GET().build()));
  }

  public Map<String, AcceptorReply> post(String path) {
    return callEach(acceptor -> request(acceptor, path).POST(BodyPublishers.noBody()));
  }

  public Map<String, AcceptorReply> delete(String path) {
    return callEach(acceptor -> request(acceptor, path).DELETE());
  }

  /** Calls the acceptors one after the other, so that changes are requested in a known order. */
  private Map<String, AcceptorReply> callEach(Function<Acceptor, HttpRequest.Builder> request) {
    var replies = new LinkedHashMap<String, AcceptorReply>();
    acceptors.forEach((name, acceptor) -> replies.put(name, send(request.apply(acceptor).build())));
    return replies;
  }

  private HttpRequest.Builder request(Acceptor acceptor, String path) {
    var base = acceptor.url().toString().replaceAll("/+$", "");
    return HttpRequest.newBuilder(URI.create(base + "/harc/admin/transactions" + path))
        .timeout(timeout)
        .header("Touchpaper-Peer", self)
        .header("Authorization", "Bearer " + acceptor.secret());
  }

  private AcceptorReply send(HttpRequest request) {
    try {
      var response = TimedHttpExchange.send(http, request, BodyHandlers.ofString());
      return response.statusCode() == 200
          ? new AcceptorReply(200, JSON.readTree(response.body()), "")
          : new AcceptorReply(
              response.statusCode(), null, XML_TAG.matcher(response.body()).replaceAll("").strip());
    } catch (IOException e) {
      return new AcceptorReply(0, null, "does not answer: " + e);
    } catch (JacksonException e) {
      return new AcceptorReply(0, null, "the response is not an acceptor's; check its url");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AcceptorReply(0, null, "interrupted");
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
