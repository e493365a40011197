package org.touchpaper.bar.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RemoteBar;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeersFileReloader;
import org.touchpaper.segment.soap.SegmentClients;

/** Leeds joins UKLight, and leaves it, while UCL's BAR runs. */
class NewSiteTest {

  private static final String SECRET = "between bar-leeds and us";

  private static final String LIGHTPATH =
      RequestBodies.LIGHTPATH.replace("newton.manchester", "sim.leeds");

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RemoteBar leeds;

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @BeforeAll
  static void start() throws IOException {
    leeds = new RemoteBar("bar-leeds", SECRET, BarFixture.shared().clock);
    for (var peer : new String[] {"bar-leeds", "rm-kelvin"}) {
      var secret = Files.writeString(folder.resolve(peer), SECRET);
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    }
  }

  @AfterAll
  static void stop() {
    leeds.close();
  }

  /** The BAR of Leeds is reached over SOAP; the other segments are in memory. */
  @BeforeEach
  void reachLeeds() {
    fixture.segments.add("bar-leeds", fixture.bean(SegmentClients.class).segment("bar-leeds"));
  }

  private void addPeers() {
    var kelvin = fixture.bean(PeerRegistry.class).get("rm-newton").url();
    changePeers(
        "bar-leeds: { url: '%s', roles: [segment, holder]".formatted(leeds.url()),
        "rm-kelvin: { url: '%s', roles: [rm]".formatted(kelvin));
  }

  private void changePeers(String... entries) {
    fixture.changePeers(
        Stream.of(entries)
            .map(entry ->
                "%s, secret-file: %s }"
                    .formatted(entry, folder.resolve(entry.substring(0, entry.indexOf(':')))))
            .collect(Collectors.joining(", ", "peers: { ", " }\n")));
  }

  private void addCampus() {
    fixture.changeDirectory(text ->
        text.replace(
                "  hosts:\n",
                """
                    - id: leeds
                      name: Leeds
                      network: "leeds.ukl:2026"
                      bar: bar-leeds
                      border: "urn:ogf:network:leeds.ukl:2026:border?vlan=100-199"
                      attachment: "urn:ogf:network:wan.ukl:2026:LEE?vlan=100-199"
                  hosts:
                    - { name: sim.leeds, campus: leeds, stp: "urn:ogf:network:leeds.ukl:2026:sim" }
                """)
            + "    - { name: kelvin, rm: rm-kelvin, nodes: 16, host: sim.leeds }\n");
  }

  private static ApiReply bookedAt(ApiReply reply) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
    return reply;
  }

  /** The status of a call by the BAR of Leeds. */
  private int statusOfCall() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(fixture.url() + "/services/Segment?wsdl"))
              .header("Authorization", "Bearer " + SECRET)
              .header("Touchpaper-Peer", "bar-leeds");
      return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void aNewSiteIsBookedAndCallsWithoutARestart() throws Exception {
    assertThat(scientist.post("/api/v1/reservations", LIGHTPATH, "k-1").status()).isEqualTo(422);
    assertThat(statusOfCall()).isEqualTo(401);
    addPeers();
    addCampus();
    var booked = bookedAt(scientist.post("/api/v1/reservations", LIGHTPATH, "k-2"));
    assertThat(booked.text("/state")).isEqualTo("COMMITTED");
    assertThat(booked.text("/segments/2/peer")).isEqualTo("bar-leeds");
    assertThat(leeds.receivedCalls()).anyMatch(call -> call.contains("commit"));
    assertThat(statusOfCall()).isEqualTo(200);
    assertThat(scientist.get("/api/v1/timetable?resource=kelvin").status()).isEqualTo(200);
  }

  @Test
  void anInvalidPeersFileChangesNothing() throws Exception {
    addPeers();
    addCampus();
    changePeers("bar-leeds: { roles: [segment, boss]");
    assertThat(
            String.valueOf(
                fixture.bean(PeersFileReloader.class).health().getDetails().get("problem")))
        .contains("peer bar-leeds has an unknown peer role: boss");
    assertThat(statusOfCall()).isEqualTo(200);
    bookedAt(scientist.post("/api/v1/reservations", LIGHTPATH, "k-1"));
  }

  @Test
  void aSiteThatLeavesIsRefusedAndNotCalledAndItsBookingsStay() throws Exception {
    addPeers();
    addCampus();
    var booked = bookedAt(scientist.post("/api/v1/reservations", LIGHTPATH, "k-1"));
    fixture.changeDirectory(text -> text);
    changePeers();
    var calls = leeds.receivedCalls();
    assertThat(statusOfCall()).isEqualTo(401);
    assertThat(scientist.get(booked.header("Location")).text("/state")).isEqualTo("COMMITTED");
    assertThat(scientist.delete(booked.header("Location")).status()).isEqualTo(202);
    fixture.pollNowAndAfter(Duration.ofMinutes(1));
    assertThat(leeds.receivedCalls()).isEqualTo(calls);
    assertThat(scientist.get(booked.header("Location")).status()).isEqualTo(200);

    addPeers();
    fixture.pollNowAndAfter(Duration.ofMinutes(10));
    fixture.awaitTrue(
        () -> leeds.receivedCalls().stream().anyMatch(call -> call.contains("terminate")));
  }
}
