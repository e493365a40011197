package org.touchpaper.bench.rest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.bench.command.ClosedLoopLoad;

/** Books from UCL to Manchester, each booking in a minute of its own, so that none is refused. */
public final class BookingWorkload implements ClosedLoopLoad.Workload {

  private static final Duration SLOT = Duration.ofMinutes(1);

  /** Time between slots; longer than the BAR's {@code setupLead}. */
  static final Duration SPACING = Duration.ofMinutes(2);

  /** What is booked, and where. */
  public enum Kind {
    LIGHTPATH(
        "/api/v1/reservations",
        """
        {"source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":300,
         "schedule":{"startTime":"%s","endTime":"%s"}}\
        """),
    CO_ALLOCATION(
        "/api/v1/co-allocations",
        """
        {"schedule":{"startTime":"%s","endTime":"%s"},"compute":[{"resource":"newton","nodes":4}],
         "lightpaths":[{"source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":300}]}\
        """);

    private final String path;
    private final String body;

    Kind(String path, String body) {
      this.path = path;
      this.body = body;
    }
  }

  private final Kind kind;
  private final String bar;
  private final HttpClient http;
  private final AtomicInteger slots;
  private final Instant firstSlot = firstSlot();

  /** Creates a workload; workloads of one network share the counter of slots. */
  public BookingWorkload(Kind kind, String bar, HttpClient http, AtomicInteger slots) {
    this.kind = kind;
    this.bar = bar;
    this.http = http;
    this.slots = slots;
  }

  /** The start of the first booking; the day after tomorrow has no bookings yet. */
  static Instant firstSlot() {
    return Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(2));
  }

  static String basicLogin(String user) {
    var login = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }

  @Override
  public long runOnce() throws IOException, InterruptedException {
    var start = firstSlot.plus(SPACING.multipliedBy(slots.getAndIncrement()));
    book(start, start.plus(SLOT));
    return System.nanoTime();
  }

  /** Books for a time and returns the URL of the booking. */
  URI book(Instant start, Instant end) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(bar + kind.path))
            .header("Authorization", basicLogin("scientist"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(kind.body.formatted(start, end)))
            .build();
    var response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 201) {
      throw new IOException(
          "status " + response.statusCode() + " instead of 201: " + response.body());
    }
    return request.uri().resolve(response.headers().firstValue("Location").orElseThrow());
  }
}
