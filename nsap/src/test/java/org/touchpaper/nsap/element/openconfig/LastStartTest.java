package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** Which life an element is in, by the best of what it tells. */
@Timeout(300)
class LastStartTest {

  private static final String OPENCONFIG = "http://openconfig.net/yang/system";
  private static final String IETF = "urn:ietf:params:xml:ns:yang:ietf-system";
  private static final String MONITORING = "urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring";
  private static final String NOTHING = "<data/>";

  /** What is said of each of the three, by its namespace; of the others that they are unknown. */
  private final AtomicReference<Map<String, String>> said = new AtomicReference<>(Map.of());

  private final LastStart lastStart = new LastStart("RTR", session());

  private NetconfSession session() {
    var timing =
        new Timing(
            Clock.systemUTC(),
            new OnDemandWaker(),
            Duration.ofSeconds(10),
            OnDemandWaker.ANSWER,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000));
    var server = new ScriptedServer(ScriptedServer.hello(), this::answer);
    return new NetconfSession(
        new Endpoint("RTR", "nowhere", 830, server), timing, TranscriptSink.NONE);
  }

  private String answer(String question) {
    return said.get().entrySet().stream()
        .filter(each -> question.contains("\"" + each.getKey() + "\""))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(error("unknown-namespace"));
  }

  private static String error(String tag) {
    return "<rpc-error><error-type>protocol</error-type><error-tag>%s</error-tag><error-severity>error</error-severity></rpc-error>"
        .formatted(tag);
  }

  private static String openconfig(long bootTime) {
    return "<data><system xmlns=\"%s\"><state><boot-time>%d</boot-time></state></system></data>"
        .formatted(OPENCONFIG, bootTime);
  }

  private static String ietf(String bootDatetime) {
    return "<data><system-state xmlns=\"%s\"><clock><boot-datetime>%s</boot-datetime></clock></system-state></data>"
        .formatted(IETF, bootDatetime);
  }

  private static String monitoring(String start) {
    return "<data><netconf-state xmlns=\"%s\"><statistics><netconf-start-time>%s</netconf-start-time></statistics></netconf-state></data>"
        .formatted(MONITORING, start);
  }

  private String told(Map<String, String> answers) {
    said.set(answers);
    return lastStart.ask();
  }

  @Test
  void isTheElementsOwnWhereItTellsAndElseThatOfItsManagement() {
    var management = monitoring("2026-11-22T14:00:07Z");
    assertThat(
            told(
                Map.of(
                    OPENCONFIG, openconfig(1_795_000_000_000_000_000L),
                    IETF, ietf("2026-11-21T10:00:00Z"),
                    MONITORING, management)))
        .isEqualTo("2026-11-18T11:07:00Z");
    assertThat(told(Map.of(IETF, ietf("2026-11-21T11:00:02+01:00"), MONITORING, management)))
        .isEqualTo("2026-11-21T10:00:00Z");
    assertThat(told(Map.of(OPENCONFIG, NOTHING, IETF, NOTHING, MONITORING, management)))
        .isEqualTo("2026-11-22T14:00:07Z");
  }

  @Test
  void isNotToldByWhoKeepsNoneOfTheModels() {
    assertThat(told(Map.of())).isEmpty();
    assertThat(told(Map.of(OPENCONFIG, NOTHING, IETF, NOTHING, MONITORING, NOTHING))).isEmpty();
    assertThat(told(Map.of(IETF, ietf("last Tuesday")))).isEmpty();
  }

  /** Reckoned from how long it has been up, it is a second off now and then. */
  @Test
  void isTheSameForAnElementWhoseClockWanders() {
    var seconds = 1_795_000_049L;
    var first = told(Map.of(OPENCONFIG, openconfig(seconds * 1_000_000_000L)));
    for (var off : new long[] {-2, 3, 1, -1}) {
      assertThat(told(Map.of(OPENCONFIG, openconfig((seconds + off) * 1_000_000_000L))))
          .isEqualTo(first);
    }
    assertThat(told(Map.of(OPENCONFIG, openconfig(seconds)))).as("in seconds").isEqualTo(first);
    assertThat(told(Map.of(OPENCONFIG, openconfig(seconds + 120)))).isNotEqualTo(first);
  }

  /** Else another source were asked, and its answer taken for another start. */
  @Test
  void isNotKnownWhileTheElementRefusesForAnotherReason() {
    said.set(
        Map.of(
            OPENCONFIG, error("resource-denied"), MONITORING, monitoring("2026-11-22T14:00:07Z")));
    assertThatThrownBy(lastStart::ask)
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("resource-denied");
  }
}
