package org.touchpaper.platform.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** A service whose database becomes unavailable and recovers. */
@ExtendWith(OutputCaptureExtension.class)
class OutageTest {

  /** Far below the pool's timeout of 10 s, with time for a slow machine. */
  private static final Duration SOON = Duration.ofSeconds(4);

  @TempDir private Path data;

  private final HttpClient http = HttpClient.newHttpClient();
  private ConfigurableApplicationContext service;

  @BeforeEach
  void start() {
    service =
        new SpringApplicationBuilder(ExampleApplication.class)
            .run(
                "--spring.config.name=example",
                "--touchpaper.name=bar-ucl",
                "--touchpaper.data=" + data);
  }

  @AfterEach
  void end() {
    service.close();
    http.close();
  }

  @Test
  void healthSoonReportsADatabaseOutageAndItsEnd() throws Exception {
    assertThat(health().statusCode()).isEqualTo(200);
    signal("STOP");
    try {
      for (var attempt = 0; attempt < 2; attempt++) {
        var response = healthSoon();
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("\"DOWN\"", "\"bar-ucl\"", "\"db\"");
      }
    } finally {
      signal("CONT");
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> health().statusCode() == 200);
  }

  @Test
  void restartsItsOwnDatabaseAfterAKill(CapturedOutput output) throws Exception {
    signal("KILL");
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> output.getOut().contains("postgresql ended with status 137"));
    await().atMost(Duration.ofMinutes(1)).until(() -> health().statusCode() == 200);
  }

  @Test
  void isHealthyWhileBusy() throws Exception {
    var database = service.getBean(DataSource.class);
    var taken = new ArrayList<Connection>();
    for (var i = 0; i < 5; i++) {
      taken.add(database.getConnection());
    }
    assertThat(health().statusCode()).isEqualTo(200);
    for (var connection : taken) {
      connection.close();
    }
  }

  @Test
  void logsTheTraceOfARepeatedFailureOnce(CapturedOutput output) {
    for (var expected : new String[] {"first", "second", "third"}) {
      LoggerFactory.getLogger("org.touchpaper.example")
          .error("a round failed", new IllegalStateException(expected));
    }
    assertThat(output.getOut())
        .contains("IllegalStateException: first", "IllegalStateException: third; traced within")
        .containsOnlyOnce("\tat " + OutageTest.class.getName());
  }

  private HttpResponse<String> health() throws Exception {
    return health(Duration.ofMinutes(1));
  }

  /** A busy machine may exceed the limit now and then, but not each time. */
  private HttpResponse<String> healthSoon() {
    return await()
        .atMost(Duration.ofMinutes(1))
        .ignoreException(HttpTimeoutException.class)
        .until(() -> health(SOON), Objects::nonNull);
  }

  private HttpResponse<String> health(Duration patience) throws Exception {
    var url = URI.create(ExampleNetwork.url(service) + "/health");
    var request = HttpRequest.newBuilder(url).timeout(patience).build();
    return http.send(request, BodyHandlers.ofString());
  }

  private void signal(String name) throws Exception {
    var pid = Files.readAllLines(data.resolve("postgres/data/postmaster.pid")).getFirst().strip();
    new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pid).inheritIO().start().waitFor();
  }
}
