package org.touchpaper.bench.pages;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A person who is logged in, without the drawing of a browser. */
final class BrowserSession implements AutoCloseable {

  private static final Pattern FILE = Pattern.compile("(?:src|href)=\"(/[^\"?]+\\.(?:css|js))\"");
  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

  private final String bar;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .followRedirects(Redirect.NORMAL)
          .build();

  /**
   * One answer to a request for a page.
   *
   * @param nanos until the last byte
   * @param bytes of the page as sent, compressed
   * @param files the style sheets and scripts that it names
   */
  record Visit(long nanos, int bytes, Set<String> files) {
    Visit {
      files = Set.copyOf(files);
    }
  }

  BrowserSession(String bar) {
    this.bar = bar;
  }

  /** Logs in with the password of the demo's users, which is their name. */
  void logIn(String user) throws IOException, InterruptedException {
    var token = TOKEN.matcher(text(send(request("/login"))));
    if (!token.find()) {
      throw new IOException("the login page has no token");
    }
    var name = URLEncoder.encode(user, StandardCharsets.UTF_8);
    var form =
        "username=%1$s&password=%1$s&_csrf=%2$s"
            .formatted(name, URLEncoder.encode(token.group(1), StandardCharsets.UTF_8));
    send(
        request("/login")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  Visit visit(String path) throws IOException, InterruptedException {
    var start = System.nanoTime();
    var response = send(request(path));
    var nanos = System.nanoTime() - start;
    var files =
        FILE.matcher(text(response))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    return new Visit(nanos, response.body().length, files);
  }

  String read(String path) throws IOException, InterruptedException {
    return text(send(request(path)));
  }

  /** The bytes of style sheets and scripts, compressed. */
  int size(Set<String> files) throws IOException, InterruptedException {
    var bytes = 0;
    for (var file : new TreeSet<>(files)) {
      bytes += send(request(file)).body().length;
    }
    return bytes;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(bar + path)).header("Accept-Encoding", "gzip");
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    var response = http.send(request.build(), BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IOException(response.uri() + " returned status " + response.statusCode());
    }
    return response;
  }

  private static String text(HttpResponse<byte[]> response) throws IOException {
    var isCompressed = response.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
    if (!isCompressed) {
      return new String(response.body(), StandardCharsets.UTF_8);
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
