package org.touchpaper.lnsap.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

class SitePolicyTest {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final Schedule SOON = new Schedule(NOW, NOW.plus(Duration.ofHours(1)));
  private static final CampusFile UCL =
      CampusFile.read(new ClassPathResource("samples/uklight/campus-ucl.yaml"));
  private static final SitePolicy POLICY = new SitePolicy(UCL.campus(), UCL.policy());

  private static Optional<Refusal> asked(
      String source, String destination, int mbps, Schedule when, String role) {
    var ask =
        new SitePolicy.Request(
            new RequesterIdentity(
                "bar", new RequesterIdentity.Person("eve", "man", List.of(), role), "x"),
            new Criteria(
                Stp.parse("urn:ogf:network:" + source),
                Stp.parse("urn:ogf:network:" + destination),
                mbps,
                when),
            NOW);
    assertThat(POLICY.findViolation(ask)).isEqualTo(POLICY.findViolation(ask));
    return POLICY.findViolation(ask);
  }

  private static Optional<Refusal> asked(String source, String destination) {
    return asked("ucl.ukl:2026:" + source, "ucl.ukl:2026:" + destination, 1, SOON, "scientist");
  }

  private static void refused(Optional<Refusal> refusal, Refusal.Code code, String text) {
    assertThat(refusal).get().returns(code, Refusal::code);
    assertThat(refusal.orElseThrow().reason()).contains(text);
  }

  @Test
  void permitsAHostToReachTheBorder() {
    assertThat(asked("vis", "border?vlan=100-199")).isEmpty();
    assertThat(asked("border", "vis")).isEmpty();
  }

  @Test
  void refusesUnknownEnds() {
    refused(asked("nobody", "border"), Refusal.Code.UNKNOWN_STP, "2026:nobody");
    refused(
        asked("man.ukl:2026:vis", "ucl.ukl:2026:border", 1, SOON, "scientist"),
        Refusal.Code.UNKNOWN_STP,
        "man.ukl");
    refused(asked("vis", "haptic"), Refusal.Code.NO_PATH, "vis and haptic");
    refused(asked("border", "border"), Refusal.Code.NO_PATH, "border");
  }

  @Test
  void refusesHostsAndPeopleThatTheSiteDoesNotPermit() {
    refused(asked("office", "border"), Refusal.Code.NOT_ALLOWED, "office.ucl may not terminate");
    refused(
        asked("ucl.ukl:2026:vis", "ucl.ukl:2026:border", 1, SOON, "visitor"),
        Refusal.Code.NOT_ALLOWED,
        "eve of man, as visitor, may not book");
  }

  @Test
  void refusesWhatTheCampusCannotCarry() {
    refused(
        asked("ucl.ukl:2026:vis", "ucl.ukl:2026:border", 1001, SOON, "scientist"),
        Refusal.Code.ABOVE_CAPACITY,
        "vis.ucl has 1000 Mbit/s; 1001 requested");
    refused(asked("vis", "border?vlan=200-300"), Refusal.Code.LABEL_NOT_ALLOWED, "200-300");
  }

  @Test
  void refusesTimesThatTheSiteDoesNotPermit() {
    refused(at(NOW.minusSeconds(9), NOW), Refusal.Code.BAD_SCHEDULE, "is in the past");
    refused(
        at(NOW, NOW.plus(Duration.ofDays(31))), Refusal.Code.NOT_ALLOWED, "may last at most 720 h");
    refused(
        at(NOW.plus(Duration.ofDays(366)), NOW.plus(Duration.ofDays(367))),
        Refusal.Code.BEYOND_HORIZON,
        "bookings that end by");
  }

  private static Optional<Refusal> at(Instant start, Instant end) {
    return asked(
        "ucl.ukl:2026:vis", "ucl.ukl:2026:border", 1, new Schedule(start, end), "scientist");
  }
}
