package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.Visitor;

/**
 * However many people ask at once, this broker's own resource manager gets through; the desk lets
 * {@link Desk#AT_ONCE} people in and as many wait, of each the {@link #SHARE} for one person.
 */
class AdmissionTest {

  private static final int SHARE = Desk.AT_ONCE * 3 / 4;
  private static final String PLACE = "/api/v1/co-allocations";

  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

  private static final String SCIENTIST =
      "Authorization: Basic "
          + Base64.getEncoder()
              .encodeToString("scientist:scientist".getBytes(StandardCharsets.UTF_8))
          + "\r\n";

  private final Desk desk = Desk.fresh();
  private final Visitor scientist = desk.as("scientist");
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger turnedAway = new AtomicInteger();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void whoHasHadAShareComesBackLaterAndOthersGetThrough() throws Exception {
    var browser = new Browser(desk.url());
    browser.logIn("scientist", "scientist");
    var open = desk.harc.waits();
    var calls = new ArrayList<CompletableFuture<Reply>>();
    for (var i = 0; i < 3 * Desk.AT_ONCE; i++) {
      calls.add(call("k-" + i));
    }
    desk.await(() -> desk.harc.transactions() == SHARE);
    desk.await(() -> turnedAway.get() > 0);
    var late = scientist.get("/api/v1/reservations");
    assertThat(late.status()).isEqualTo(503);
    assertThat(late.header("Retry-After")).isEqualTo("1");
    assertThat(late.body()).contains("\"detail\":\"too many ask at once; nothing was begun\"");
    for (var again = 0; again < 2; again++) {
      var page = browser.get("/");
      assertThat(page.status()).isEqualTo(503);
      assertThat(page.text()).contains("<p>Too many ask at once; nothing was begun.</p>");
    }
    for (var again = 0; again < 2; again++) {
      assertThat(desk.as("operator").get("/api/v1/reservations").status()).isEqualTo(200);
    }

    assertThat(askAsTheResourceManager()).isEqualTo(200);
    open.countDown();
    assertThat(calls).allMatch(call -> call.orTimeout(60, TimeUnit.SECONDS).join().status() == 201);
    assertThat(scientist.get("/api/v1/reservations").status()).isEqualTo(200);
  }

  /**
   * The server says 100 when it begins to read: so all these bodies are waited for, and in vain.
   * Who sends a form is not even answered, by the servlet container's own rule.
   */
  @Test
  void nobodyStopsTheDoorWithBodiesThatDoNotCome() throws Exception {
    var bodies = new ArrayList<Socket>();
    var forms = new ArrayList<Socket>();
    try {
      for (var i = 0; i < 3 * Desk.AT_ONCE; i++) {
        bodies.add(begin(PLACE, SCIENTIST + "Content-Type: application/json"));
        forms.add(begin("/book", SCIENTIST + FORM));
        forms.add(begin("/login", FORM));
      }
      for (var again = 0; again < 2; again++) {
        assertThat(scientist.get("/api/v1/reservations").status()).isEqualTo(200);
        assertThat(desk.as("operator").get("/api/v1/reservations").status()).isEqualTo(200);
      }
      assertThat(askAsTheResourceManager()).isEqualTo(200);
      for (var socket : bodies) {
        assertThat(answer(socket)).contains("HTTP/1.1 408 ", "application/problem+json");
      }
      for (var socket : forms) {
        assertThat(answer(socket)).isBlank();
      }
      assertThat(desk.harc.begun()).isZero();
    } finally {
      for (var socket : bodies) {
        socket.close();
      }
      for (var socket : forms) {
        socket.close();
      }
    }
  }

  private static String answer(Socket socket) throws Exception {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private Socket begin(String path, String headers) throws Exception {
    var socket = new Socket(desk.url().getHost(), desk.url().getPort());
    socket.setSoTimeout(60_000);
    var head =
        ("POST " + path + " HTTP/1.1\r\nHost: bar\r\n" + headers + "\r\n")
            + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
        .isEqualTo("HTTP/1.1 100");
    socket.getOutputStream().write('{');
    return socket;
  }

  /** Each of these calls waits inside a transaction, for a lock that the test holds. */
  @Test
  void peopleNeverTakeTheLastConnections() throws Exception {
    var calls = new ArrayList<CompletableFuture<Reply>>();
    try (var connection = desk.connect();
        var statement = connection.createStatement()) {
      statement.execute("select pg_advisory_lock(hashtextextended('scientist/k-1', 0))");
      for (var i = 0; i < Desk.AT_ONCE; i++) {
        calls.add(call("k-1"));
      }
      desk.await(() -> blocked() >= 3);
      assertThat(askAsTheResourceManager()).isEqualTo(200);
      assertThat(blocked()).isEqualTo(3);
    }
    var answers = calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join()).toList();
    assertThat(answers).allMatch(answer -> answer.status() == 201);
    assertThat(answers).allMatch(answer -> answer.body().equals(answers.getFirst().body()));
  }

  private long blocked() {
    var found =
        desk.jdbc()
            .queryForObject(
                "select count(*) from pg_locks where locktype = 'advisory' and not granted",
                Long.class);
    return Objects.requireNonNull(found);
  }

  private CompletableFuture<Reply> call(String key) {
    return CompletableFuture.supplyAsync(
        () -> {
          var first = scientist.post(PLACE, Bodies.BOTH, key);
          if (first.status() == 503) {
            turnedAway.incrementAndGet();
          }
          return first.status() == 201 ? first : scientist.insist(PLACE, Bodies.BOTH, key);
        },
        threads);
  }

  private int askAsTheResourceManager() throws Exception {
    var request =
        HttpRequest.newBuilder(desk.url().resolve("/services/Segment"))
            .timeout(Duration.ofMinutes(1))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .header("Authorization", "Bearer between rm-network and us")
            .header("Touchpaper-Peer", "rm-network")
            .POST(BodyPublishers.ofString(query().replace(">bar-ucl<", ">rm-network<")))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString()).statusCode();
    }
  }

  private static String query() throws Exception {
    try (var in =
        AdmissionTest.class
            .getClassLoader()
            .getResourceAsStream("schema/segment/examples/query.request.xml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
