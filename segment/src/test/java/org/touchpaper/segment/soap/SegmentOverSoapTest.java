package org.touchpaper.segment.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;

/** Every message of the contract arrives unchanged, in both directions. */
class SegmentOverSoapTest {

  private static final RequesterIdentity BAR = requester("bar");
  private static final Schedule HOUR =
      new Schedule(
          Instant.parse("2026-12-01T21:00:00.000001Z"), Instant.parse("2026-12-01T22:00:00Z"));
  private static final Criteria CRITERIA =
      new Criteria(
          Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-199"),
          Stp.parse("urn:ogf:network:ucl.ukl:2026:vis"),
          300,
          HOUR);

  @SuppressWarnings("NullAway.Init") // set before any test
  private static TwoServices services;

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final NetworkSegment segment = services.bar().segment("nsap");
  private final RecordingSegment far = services.recorded();

  @BeforeAll
  static void start() {
    services = new TwoServices();
  }

  @AfterAll
  static void stop() {
    services.close();
  }

  private static RequesterIdentity requester(String peer) {
    return new RequesterIdentity(
        peer,
        new RequesterIdentity.Person("ada", "ucl", List.of("spice", "geo"), "scientist"),
        "abc");
  }

  @Test
  void whatIsNoPeerIsNotCalled() {
    assertThatExceptionOfType(SegmentUnreachableException.class)
        .isThrownBy(() -> services.bar().segment("removed").query(BAR, connectionId))
        .withMessage("removed is not called: it is no peer");
  }

  @Test
  void aReserveAndItsAnswerArriveUnchanged() {
    for (var holder :
        List.of(
            new Holder.PeerService("bar", URI.create("http://127.0.0.1:8080/"), connectionId, 2),
            new Holder.Transaction("t.1", List.of(URI.create("http://127.0.0.1:8101/"))),
            new Holder.ExternalRequester(HOUR.startTime()))) {
      var request = new ReserveRequest(BAR, connectionId, 1, CRITERIA, holder);
      var held =
          new ReserveResult.Held(CRITERIA.source(), CRITERIA.destination(), List.of("A", "B"));
      far.answers(held);
      assertThat(segment.reserve(request)).isEqualTo(held);
      assertThat(far.lastRequest()).isEqualTo(request);
    }
  }

  /** What a segment does not say about an end stays unknown. */
  @Test
  void theEndsArriveUnchanged() {
    var request =
        new ReserveRequest(
            BAR, connectionId, 1, CRITERIA, new Holder.ExternalRequester(HOUR.startTime()));
    var vis =
        new LightpathEndsAccessDetails.Endpoint(
            "EDGE-UCL", "GigabitEthernet3/1", 101, true, 9000, "10.88.0.2/31");
    for (var ends :
        List.of(
            new LightpathEndsAccessDetails(
                vis,
                LightpathEndsAccessDetails.Endpoint.ofAddress("10.88.0.3/31"),
                Duration.ofNanos(3_400_000)),
            new LightpathEndsAccessDetails(
                LightpathEndsAccessDetails.Endpoint.UNKNOWN, vis, null))) {
      var held =
          new ReserveResult.Held(
              CRITERIA.source(), CRITERIA.destination(), List.of("EDGE-UCL"), ends);
      far.answers(held);
      assertThat(segment.reserve(request)).isEqualTo(held);
    }
  }

  @Test
  void aCancellationArrivesWithoutCriteria() {
    var cancel =
        new ReserveRequest(
            BAR, connectionId, 2, null, new Holder.ExternalRequester(HOUR.startTime()));
    var refused =
        new ReserveResult.Refused(
            new Refusal(Refusal.Code.PORT_BUSY, "vis", "source", "The port is taken.", HOUR));
    far.answers(refused);
    assertThat(segment.reserve(cancel)).isEqualTo(refused);
    assertThat(far.lastRequest()).isEqualTo(cancel);
  }

  @Test
  void everyCommandArrivesUnchanged() {
    var request = new ConnectionVersionRequest(BAR, connectionId, 3);
    segment.commit(request);
    segment.commitAndProvision(request);
    segment.abort(request);
    segment.provision(request);
    segment.release(request);
    segment.terminate(request);
    assertThat(far.commandsFor(connectionId))
        .containsExactly(
            "commit " + request,
            "commit and provision " + request,
            "abort " + request,
            "provision " + request,
            "release " + request,
            "terminate " + request);
  }

  @Test
  void aReportArrivesUnchanged() {
    var known =
        new ConnectionReport.Known(
            connectionId,
            1,
            2,
            ReservationState.RESERVE_HELD,
            ProvisionState.PROVISIONED,
            LifecycleState.CREATED,
            DataPlaneState.ACTIVE,
            CRITERIA,
            List.of("LONDON", "READING"),
            "M 17 DENY SROF",
            false,
            new CutNotice(null, "officer", HOUR.startTime(), ""));
    far.answers(known);
    assertThat(segment.query(BAR, connectionId)).isEqualTo(known);
    far.answers(new ConnectionReport.Unknown(connectionId));
    assertThat(segment.query(BAR, connectionId))
        .isEqualTo(new ConnectionReport.Unknown(connectionId));
  }

  @Test
  void aTimetableArrivesUnchanged() {
    var free =
        new FreeCapacityResult(
            List.of(new FreeCapacityResult.Step(HOUR, 700)),
            List.of(new FreeCapacityResult.StartRange(HOUR.startTime(), HOUR.endTime())));
    far.answers(free);
    var query =
        new FreeCapacityQuery(
            BAR, CRITERIA.source(), CRITERIA.destination(), HOUR, 300, Duration.ofMinutes(90));
    assertThat(segment.timetable(query)).isEqualTo(free);
    assertThat(far.lastRequest()).isEqualTo(query);
    var open =
        new FreeCapacityQuery(BAR, CRITERIA.source(), CRITERIA.destination(), HOUR, null, null);
    assertThat(segment.timetable(open)).isEqualTo(free);
    assertThat(far.lastRequest()).isEqualTo(open);
  }

  @Test
  void aDryRunAndItsResultsArriveUnchanged() {
    var results =
        List.<SegmentDryRunRequest.Result>of(
            new SegmentDryRunRequest.Result.Fits(
                CRITERIA.source(),
                CRITERIA.destination(),
                List.of("A", "A-B", "B"),
                List.of(new SegmentDryRunRequest.LinkUse("A-B", 300, 7, "STS-1"))),
            new SegmentDryRunRequest.Result.Refused(
                new Refusal(Refusal.Code.LABEL_BUSY, "B", "destination", "No VLAN.", null)));
    far.answers(new RecordingSegment.Results(results));
    var dryRun =
        new SegmentDryRunRequest(
            BAR,
            List.of(
                new SegmentDryRunRequest.Item(connectionId, CRITERIA),
                new SegmentDryRunRequest.Item(new ConnectionId(UUID.randomUUID()), CRITERIA)));
    assertThat(segment.dryRun(dryRun)).isEqualTo(results);
    assertThat(far.lastRequest()).isEqualTo(dryRun);
  }

  @Test
  void everyFaultArrivesUnchanged() {
    for (var code : SegmentFaultException.Code.values()) {
      far.answers(new SegmentFaultException(code, connectionId, "because"));
      assertThatExceptionOfType(SegmentFaultException.class)
          .isThrownBy(() -> segment.commit(new ConnectionVersionRequest(BAR, connectionId, 1)))
          .returns(code, SegmentFaultException::code)
          .returns(connectionId, SegmentFaultException::connection)
          .withMessage("because");
    }
  }

  @Test
  void anInternalErrorIsAnUnknownOutcome() {
    far.answers(new IllegalStateException("no database"));
    assertThatExceptionOfType(SegmentUnreachableException.class)
        .isThrownBy(() -> segment.commit(new ConnectionVersionRequest(BAR, connectionId, 1)));
  }

  /** As when a far broker's own segment is down: that is no error of the broker. */
  @Test
  void aSegmentFurtherDownThatDoesNotAnswerIsNamed() {
    far.answers(new SegmentUnreachableException("lnsap commit: no response: refused", null));
    assertThatExceptionOfType(SegmentUnreachableException.class)
        .isThrownBy(() -> segment.commit(new ConnectionVersionRequest(BAR, connectionId, 1)))
        .withMessage("nsap failed: lnsap commit: no response: refused");
  }

  @Test
  void aRefusedConnectionIsAnUnknownOutcome() {
    assertThatExceptionOfType(SegmentUnreachableException.class)
        .isThrownBy(() ->
            services
                .bar()
                .segment("absent")
                .commit(new ConnectionVersionRequest(BAR, connectionId, 1)));
  }

  @Test
  void theRequesterMustBeTheSendingPeer() {
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(
            () -> segment.commit(new ConnectionVersionRequest(requester("other"), connectionId, 1)))
        .returns(SegmentFaultException.Code.NOT_ALLOWED, SegmentFaultException::code);
    assertThat(far.commandsFor(connectionId)).isEmpty();
  }

  @Test
  void valuesThatTheSchemaCannotCheckAreMalformed() {
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(() ->
            services
                .bar()
                .segment("nsap")
                .timetable(
                    new FreeCapacityQuery(
                        BAR,
                        new Stp("UCL.UKL:2026", "vis", null),
                        CRITERIA.destination(),
                        HOUR,
                        null,
                        null)))
        .returns(SegmentFaultException.Code.MALFORMED, SegmentFaultException::code);
  }

  @Test
  void outcomeQueriesAndNotificationsArriveUnchanged() {
    var holder = services.nsap().holder("bar");
    var nsap = requester("nsap");
    for (var outcome : Outcome.values()) {
      services.holder().decide(connectionId, outcome);
      assertThat(holder.outcome(nsap, connectionId, 1)).isEqualTo(outcome);
    }
    var notifications =
        List.of(
            new Notification.DataPlaneChanged(
                connectionId, HOUR.startTime(), DataPlaneState.ACTIVE, "up"),
            new Notification.Alarm(connectionId, HOUR.startTime(), "LOS"),
            new Notification.ForcedEnd(connectionId, HOUR.endTime(), "removed", null),
            new Notification.ForcedEnd(
                connectionId,
                HOUR.endTime(),
                "cut",
                new CutNotice(UUID.randomUUID(), "the security office", HOUR.startTime(), "why")));
    notifications.forEach(notification -> holder.notify(nsap, notification));
    assertThat(services.holder().received())
        .filteredOn(notification -> notification.connection().equals(connectionId))
        .isEqualTo(notifications);
  }
}
