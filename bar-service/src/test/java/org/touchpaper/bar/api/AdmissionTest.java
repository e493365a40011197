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
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;

/**
 * With any number of concurrent users, the broker's own resource manager gets through. The fixture
 * serves {@link BarFixture#MAX_CONCURRENT} users and queues as many, {@link #MAX_PER_CALLER} of
 * each per user.
 */
class AdmissionTest {

  private static final int MAX_PER_CALLER = BarFixture.MAX_CONCURRENT * 3 / 4;
  private static final String PATH = "/api/v1/co-allocations";

  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

  private static final String SCIENTIST =
      "Authorization: Basic "
          + Base64.getEncoder()
              .encodeToString("scientist:scientist".getBytes(StandardCharsets.UTF_8))
          + "\r\n";

  private final BarFixture barFixture = BarFixture.shared();
  private final ApiClient scientist = barFixture.clientFor("scientist");
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger rejectedCount = new AtomicInteger();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void aUserOverTheShareIsRejectedWhileOthersAreServed() throws Exception {
    var browser = new PageBrowser(barFixture.url());
    browser.logIn("scientist", "scientist");
    var open = barFixture.harc.blockBegin();
    var calls = new ArrayList<CompletableFuture<ApiReply>>();
    for (var i = 0; i < 3 * BarFixture.MAX_CONCURRENT; i++) {
      calls.add(bookAsync("k-" + i));
    }
    barFixture.awaitTrue(() -> barFixture.harc.transactionCount() == MAX_PER_CALLER);
    barFixture.awaitTrue(() -> rejectedCount.get() > 0);
    var late = scientist.get("/api/v1/reservations");
    assertThat(late.status()).isEqualTo(503);
    assertThat(late.header("Retry-After")).isEqualTo("1");
    assertThat(late.body())
        .contains("\"detail\":\"too many concurrent requests; nothing was started, retry later\"");
    for (var again = 0; again < 2; again++) {
      var page = browser.get("/");
      assertThat(page.status()).isEqualTo(503);
      assertThat(page.text())
          .contains("<bdi>Too many concurrent requests; nothing was started, retry later.</bdi>");
    }
    for (var again = 0; again < 2; again++) {
      assertThat(barFixture.clientFor("operator").get("/api/v1/reservations").status())
          .isEqualTo(200);
    }

    assertThat(queryAsResourceManager()).isEqualTo(200);
    open.countDown();
    assertThat(calls).allMatch(call -> call.orTimeout(60, TimeUnit.SECONDS).join().status() == 201);
    assertThat(scientist.get("/api/v1/reservations").status()).isEqualTo(200);
  }

  /**
   * The server answers 100 when it starts to read, so it waits for all these bodies, which never
   * arrive. Requests with a form get no answer, by the servlet container's rule.
   */
  @Test
  void bodiesThatNeverArriveDoNotBlockOthers() throws Exception {
    var bodies = new ArrayList<Socket>();
    var forms = new ArrayList<Socket>();
    try {
      for (var i = 0; i < 3 * BarFixture.MAX_CONCURRENT; i++) {
        bodies.add(begin(PATH, SCIENTIST + "Content-Type: application/json"));
        forms.add(begin("/book", SCIENTIST + FORM));
        forms.add(begin("/login", FORM));
      }
      for (var again = 0; again < 2; again++) {
        assertThat(scientist.get("/api/v1/reservations").status()).isEqualTo(200);
        assertThat(barFixture.clientFor("operator").get("/api/v1/reservations").status())
            .isEqualTo(200);
      }
      assertThat(queryAsResourceManager()).isEqualTo(200);
      for (var socket : bodies) {
        assertThat(answer(socket)).contains("HTTP/1.1 408 ", "application/problem+json");
      }
      for (var socket : forms) {
        assertThat(answer(socket)).isBlank();
      }
      assertThat(barFixture.harc.beginCount()).isZero();
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
    var socket = new Socket(barFixture.url().getHost(), barFixture.url().getPort());
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

  /** Each call waits inside a transaction for a lock that the test holds. */
  @Test
  void usersNeverTakeTheLastConnections() throws Exception {
    var calls = new ArrayList<CompletableFuture<ApiReply>>();
    try (var connection = barFixture.openConnection();
        var statement = connection.createStatement()) {
      statement.execute("select pg_advisory_lock(hashtextextended('scientist/k-1', 0))");
      for (var i = 0; i < BarFixture.MAX_CONCURRENT; i++) {
        calls.add(bookAsync("k-1"));
      }
      barFixture.awaitTrue(() -> countBlocked() >= 3);
      assertThat(queryAsResourceManager()).isEqualTo(200);
      assertThat(countBlocked()).isEqualTo(3);
    }
    var answers = calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join()).toList();
    assertThat(answers).allMatch(answer -> answer.status() == 201);
    assertThat(answers).allMatch(answer -> answer.body().equals(answers.getFirst().body()));
  }

  private long countBlocked() {
    var found =
        barFixture
            .jdbc()
            .queryForObject(
                "select count(*) from pg_locks where locktype = 'advisory' and not granted",
                Long.class);
    return Objects.requireNonNull(found);
  }

  private CompletableFuture<ApiReply> bookAsync(String key) {
    return CompletableFuture.supplyAsync(
        () -> {
          var first = scientist.post(PATH, RequestBodies.BOTH, key);
          if (first.status() == 503) {
            rejectedCount.incrementAndGet();
          }
          return first.status() == 201
              ? first
              : scientist.postUntilDecided(PATH, RequestBodies.BOTH, key);
        },
        threads);
  }

  private int queryAsResourceManager() throws Exception {
    var request =
        HttpRequest.newBuilder(barFixture.url().resolve("/services/Segment"))
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
