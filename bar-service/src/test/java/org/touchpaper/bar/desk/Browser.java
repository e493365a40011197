package org.touchpaper.bar.desk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A person with a session: keeps cookies, follows redirects, sends forms with their token. */
public final class Browser {

  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"\\s+value=\"([^\"]+)\"");

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final URI bar;

  public Browser(URI bar) {
    this.bar = bar;
  }

  /** Where one ended, and what was there. */
  public record Page(int status, String place, String text) {}

  public Page logIn(String user, String password) {
    return post("/login", "username=" + user + "&password=" + password);
  }

  public Page get(String path) {
    return send(HttpRequest.newBuilder(bar.resolve(path)).GET());
  }

  /** A part of a page, as htmx asks for it. */
  public Page part(String path) {
    return send(
        HttpRequest.newBuilder(bar.resolve(path)).header("HX-Request", "true").GET(), "*/*");
  }

  /** Sends a form, with the token of the session. */
  public Page post(String path, String form) {
    var page = get(path.equals("/login") ? "/login" : "/book").text();
    var token = TOKEN.matcher(page);
    if (!token.find()) {
      throw new AssertionError("no token in " + page);
    }
    var value = URLEncoder.encode(token.group(1), StandardCharsets.UTF_8);
    return postWithoutToken(path, form + "&_csrf=" + value);
  }

  public Page postWithoutToken(String path, String form) {
    return send(
        HttpRequest.newBuilder(bar.resolve(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  private Page send(HttpRequest.Builder request) {
    return send(request, "text/html");
  }

  private Page send(HttpRequest.Builder request, String accept) {
    try {
      var answer = http.send(request.header("Accept", accept).build(), BodyHandlers.ofString());
      var at = answer.uri();
      var place = at.getPath() + (at.getQuery() == null ? "" : "?" + at.getQuery());
      return new Page(answer.statusCode(), place, answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
