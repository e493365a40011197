package org.touchpaper.bar.web.elements;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.web.elements.ElementHealthReport.Grade;

/** How an element does, from what its segment says. */
class ElementHealthReportTest {

  private static ElementListItem element(String state, int missing, int impaired, int alarms) {
    return element("LONDON", state, null, missing, impaired, alarms);
  }

  private static ElementListItem element(
      String name, String state, @Nullable String detail, int missing, int impaired, int alarms) {
    return new ElementListItem(
        name,
        "nsap",
        "coredirector",
        "127.0.0.1:1",
        state,
        null,
        null,
        detail,
        2,
        missing,
        impaired,
        alarms,
        0);
  }

  @Test
  void aConnectedElementWithoutAFaultIsGood() {
    var health = ElementHealthReport.of(element("CONNECTED", 0, 0, 0));
    assertThat(health.grade()).isEqualTo(Grade.GOOD);
    assertThat(health.line()).isEqualTo("Connected, and nothing is wrong.");
  }

  @Test
  void whatIsMissingComesFirst() {
    var health = ElementHealthReport.of(element("CONNECTED", 1, 2, 3));
    assertThat(health.grade()).isEqualTo(Grade.IMPAIRED);
    assertThat(health.line()).isEqualTo("1 item missing, 2 circuits impaired, 3 active alarms.");
  }

  @Test
  void anAlarmThatImpairsNothingIsAWarning() {
    assertThat(ElementHealthReport.of(element("CONNECTED", 0, 0, 1)))
        .isEqualTo(new ElementHealthReport(Grade.WARNING, List.of("1 active alarm")));
  }

  @Test
  void anElementWithoutASessionIsUnreachableForAReason() {
    var health = ElementHealthReport.of(element("LEEDS", "WAITING", "login denied", 0, 0, 0));
    assertThat(health.grade()).isEqualTo(Grade.UNREACHABLE);
    assertThat(health.line()).isEqualTo("Not connected: login denied.");
  }

  @Test
  void anElementThatImpairsCircuitsIsWorseThanOneThatIsUnreachable() {
    var health = ElementHealthReport.of(element("LEEDS", "WAITING", null, 1, 1, 0));
    assertThat(health.grade()).isEqualTo(Grade.IMPAIRED);
    assertThat(health.findings())
        .containsExactly("1 item missing", "1 circuit impaired", "not connected");
  }

  @Test
  void whatConnectsOnDemandHasNoFault() {
    assertThat(ElementHealthReport.of(element("NOT_TOLD", 0, 0, 0)).grade())
        .isEqualTo(Grade.UNKNOWN);
    assertThat(ElementHealthReport.of(element("IDLE", 0, 0, 1)).grade()).isEqualTo(Grade.WARNING);
  }

  /** A page that cannot show the configuration does not call the element good. */
  @Test
  void anElementWhoseConfigurationIsNotReadIsNotGood() {
    assertThat(ElementHealthReport.of(element("CONNECTED", 0, 0, 0), "no answer within 10 s"))
        .isEqualTo(
            new ElementHealthReport(
                Grade.WARNING, List.of("configuration not read: no answer within 10 s")));
  }

  @Test
  void theWorstIsFirstAndThenTheName() {
    var domain =
        new ElementListView.Domain(
            "nsap",
            "Wide area",
            List.of(
                element("D", "CONNECTED", null, 0, 0, 0),
                element("C", "CONNECTED", null, 0, 0, 1),
                element("B", "CLOSED", null, 0, 0, 0),
                element("A", "CONNECTED", null, 0, 1, 0),
                element("B2", "CONNECTED", null, 1, 1, 0)));
    assertThat(domain.elements())
        .extracting(ElementListItem::name)
        .containsExactly("A", "B2", "B", "C", "D");
    assertThat(domain.summary())
        .isEqualTo(
            "4 connected, 1 not connected, 1 item missing, 2 with impaired circuits, 1 active alarm");
  }
}
