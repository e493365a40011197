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
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachable;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;

/** Whatever goes through the contract arrives as it was sent, down and up. */
class SegmentOverSoapTest {

  private static final Requester BAR = requester("bar");
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

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
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

  private static Requester requester(String peer) {
    return new Requester(
        peer, new Requester.Person("ada", "ucl", List.of("spice", "geo"), "scientist"), "abc");
  }

  @Test
  void aReserveAndItsAnswerArriveAsTheyWereSent() {
    for (var holder :
        List.of(
            new Holder.Asker("bar", URI.create("http://127.0.0.1:8080/"), one, 2),
            new Holder.Transaction("t.1", List.of(URI.create("http://127.0.0.1:8101/"))),
            new Holder.Until(HOUR.startTime()))) {
      var request = new Reserve(BAR, one, 1, CRITERIA, holder);
      var held =
          new ReserveAnswer.Held(CRITERIA.source(), CRITERIA.destination(), List.of("A", "B"));
      far.answers(held);
      assertThat(segment.reserve(request)).isEqualTo(held);
      assertThat(far.lastHeard()).isEqualTo(request);
    }
  }

  @Test
  void anEmptyVersionArrivesEmpty() {
    var cancel = new Reserve(BAR, one, 2, null, new Holder.Until(HOUR.startTime()));
    var refused =
        new ReserveAnswer.Refused(
            new Refusal(Refusal.Code.PORT_BUSY, "vis", "source", "The port is taken.", HOUR));
    far.answers(refused);
    assertThat(segment.reserve(cancel)).isEqualTo(refused);
    assertThat(far.lastHeard()).isEqualTo(cancel);
  }

  @Test
  void everyOrderArrivesAsItself() {
    var order = new Order(BAR, one, 3);
    segment.commit(order);
    segment.abort(order);
    segment.provision(order);
    segment.release(order);
    segment.terminate(order);
    assertThat(far.heardOf(one))
        .containsExactly(
            "commit " + order,
            "abort " + order,
            "provision " + order,
            "release " + order,
            "terminate " + order);
  }

  @Test
  void aReportArrivesAsItWasSent() {
    var known =
        new Report.Known(
            one,
            1,
            2,
            ReservationState.RESERVE_HELD,
            ProvisionState.PROVISIONED,
            LifecycleState.CREATED,
            DataPlane.ACTIVE,
            CRITERIA,
            List.of("LONDON", "READING"),
            "M 17 DENY SROF",
            false);
    far.answers(known);
    assertThat(segment.query(BAR, one)).isEqualTo(known);
    far.answers(new Report.Unknown(one));
    assertThat(segment.query(BAR, one)).isEqualTo(new Report.Unknown(one));
  }

  @Test
  void aTimetableArrivesAsItWasSent() {
    var free =
        new FreeCapacity(
            List.of(new FreeCapacity.Step(HOUR, 700)),
            List.of(new FreeCapacity.StartRange(HOUR.startTime(), HOUR.endTime())));
    far.answers(free);
    var question =
        new TimetableQuestion(
            BAR, CRITERIA.source(), CRITERIA.destination(), HOUR, 300, Duration.ofMinutes(90));
    assertThat(segment.timetable(question)).isEqualTo(free);
    assertThat(far.lastHeard()).isEqualTo(question);
    var open =
        new TimetableQuestion(BAR, CRITERIA.source(), CRITERIA.destination(), HOUR, null, null);
    assertThat(segment.timetable(open)).isEqualTo(free);
    assertThat(far.lastHeard()).isEqualTo(open);
  }

  @Test
  void everyFaultArrivesAsItWasThrown() {
    for (var code : Fault.Code.values()) {
      far.answers(new Fault(code, one, "because"));
      assertThatExceptionOfType(Fault.class)
          .isThrownBy(() -> segment.commit(new Order(BAR, one, 1)))
          .returns(code, Fault::code)
          .returns(one, Fault::connection)
          .withMessage("because");
    }
  }

  @Test
  void whatBreaksOverThereIsAnUnknownOutcome() {
    far.answers(new IllegalStateException("no database"));
    assertThatExceptionOfType(SegmentUnreachable.class)
        .isThrownBy(() -> segment.commit(new Order(BAR, one, 1)));
  }

  @Test
  void nobodyThereIsAnUnknownOutcome() {
    assertThatExceptionOfType(SegmentUnreachable.class)
        .isThrownBy(() -> services.bar().segment("nobody").commit(new Order(BAR, one, 1)));
  }

  @Test
  void aRequesterMustBeThePeerThatSends() {
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() -> segment.commit(new Order(requester("other"), one, 1)))
        .returns(Fault.Code.NOT_ALLOWED, Fault::code);
    assertThat(far.heardOf(one)).isEmpty();
  }

  @Test
  void whatTheSchemaCannotCheckIsMalformed() {
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() ->
            services
                .bar()
                .segment("nsap")
                .timetable(
                    new TimetableQuestion(
                        BAR,
                        new Stp("UCL.UKL:2026", "vis", null),
                        CRITERIA.destination(),
                        HOUR,
                        null,
                        null)))
        .returns(Fault.Code.MALFORMED, Fault::code);
  }

  @Test
  void whatTheHolderIsAskedAndToldArrivesAsItWasSent() {
    var holder = services.nsap().holder("bar");
    var nsap = requester("nsap");
    for (var outcome : Outcome.values()) {
      services.holder().decide(one, outcome);
      assertThat(holder.outcome(nsap, one, 1)).isEqualTo(outcome);
    }
    var told =
        List.of(
            new Notification.DataPlaneChanged(one, HOUR.startTime(), DataPlane.ACTIVE, "up"),
            new Notification.Alarm(one, HOUR.startTime(), "LOS"),
            new Notification.ForcedEnd(one, HOUR.endTime(), "cut"));
    told.forEach(notification -> holder.notify(nsap, notification));
    assertThat(services.holder().heard())
        .filteredOn(heard -> heard.connection().equals(one))
        .isEqualTo(told);
  }
}
