package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.kit.OnDemandWaker;

/** An element's start time from the best source it supports. */
@Timeout(300)
class BootTimeReaderTest {

  private static final String OPENCONFIG = "http://openconfig.net/yang/system";
  private static final String IETF = "urn:ietf:params:xml:ns:yang:ietf-system";
  private static final String MONITORING = "urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring";
  private static final String NOTHING = "<data/>";

  /** The data of each source by namespace; others are unknown elements. */
  private final AtomicReference<Map<String, String>> said = new AtomicReference<>(Map.of());

  private final BootTimeReader lastStart = new BootTimeReader("RTR", session());

  private NetconfSession session() {
    var timing =
        new SessionTiming(
            Clock.systemUTC(),
            new OnDemandWaker(),
            Duration.ofSeconds(10),
            OnDemandWaker.ANSWER,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000));
    var server = new ScriptedNetconfServer(ScriptedNetconfServer.hello(), this::answer);
    return new NetconfSession(
        new ElementEndpoint("RTR", "nowhere", 830, server), timing, TranscriptSink.NONE);
  }

  private String answer(String query) {
    return said.get().entrySet().stream()
        .filter(entry -> query.contains("\"" + entry.getKey() + "\""))
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
    return lastStart.read();
  }

  @Test
  void prefersTheElementsStartToTheServers() {
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
  void isEmptyWithoutASupportedModel() {
    assertThat(told(Map.of())).isEmpty();
    assertThat(told(Map.of(OPENCONFIG, NOTHING, IETF, NOTHING, MONITORING, NOTHING))).isEmpty();
    assertThat(told(Map.of(IETF, ietf("last Tuesday")))).isEmpty();
  }

  /** Computed from the uptime, it varies by a second. */
  @Test
  void isStableForAnElementWhoseStartTimeVaries() {
    var seconds = 1_795_000_049L;
    var first = told(Map.of(OPENCONFIG, openconfig(seconds * 1_000_000_000L)));
    for (var off : new long[] {-2, 3, 1, -1}) {
      assertThat(told(Map.of(OPENCONFIG, openconfig((seconds + off) * 1_000_000_000L))))
          .isEqualTo(first);
    }
    assertThat(told(Map.of(OPENCONFIG, openconfig(seconds)))).as("in seconds").isEqualTo(first);
    assertThat(told(Map.of(OPENCONFIG, openconfig(seconds + 120)))).isNotEqualTo(first);
  }

  /** Otherwise another source would be queried and its time taken for a restart. */
  @Test
  void isUnknownAfterAnotherRefusal() {
    said.set(
        Map.of(
            OPENCONFIG, error("resource-denied"), MONITORING, monitoring("2026-11-22T14:00:07Z")));
    assertThatThrownBy(lastStart::read)
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining("resource-denied");
  }
}
