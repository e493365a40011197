package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICED;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.SUBINTERFACE;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.Item;

/** What customers send is policed where it comes in, and what polices it is read back. */
class PolicingTest {

  private static final String NAME = MakeUnderTest.NAME;
  private static final List<Item> ITEMS =
      OpenConfig.policing()
          .items(
              MakeUnderTest.crossing(
                  "RTR",
                  Signal.VLAN,
                  300,
                  MakeUnderTest.port("xe1"),
                  MakeUnderTest.line("xe2", 3)));

  private static Policers on(String qos) throws IOException {
    return new Policers("RTR", Xml.parse("<data><qos>" + qos + "</qos></data>"));
  }

  private static Item wanted(String kind) {
    return ITEMS.stream().filter(item -> item.kind().equals(kind)).findFirst().orElseThrow();
  }

  @Test
  void whatIsPolicedIsSoBeforeAnythingPasses() {
    assertThat(ITEMS)
        .extracting(Item::kind)
        .containsExactly(POLICER, SUBINTERFACE, SUBINTERFACE, POLICED, L2P2P);
    assertThat(wanted(POLICED).key()).isEqualTo("xe1.100");
    assertThat(wanted(POLICER).attributes())
        .containsEntry("CIR", "300000000")
        .containsEntry("BC", "3750000");
    assertThat(Policing.attributes(100_000)).containsEntry("BC", "31250000");
  }

  @Test
  void nothingIsPolicedBetweenLinks() {
    assertThat(
            OpenConfig.policing()
                .items(
                    MakeUnderTest.crossing(
                        "RTR",
                        Signal.VLAN,
                        300,
                        MakeUnderTest.line("xe1", 3),
                        MakeUnderTest.line("xe2", 3))))
        .extracting(Item::kind)
        .containsExactly(SUBINTERFACE, SUBINTERFACE, L2P2P);
  }

  @ParameterizedTest
  @CsvSource({
    "300000000, POLICE, true, true",
    "299000000, POLICE, true, false",
    "300000000, SHAPE, true, false",
    "300000000, POLICE, false, false"
  })
  void aPolicerIsWhatItDoes(String cir, String behaviour, String drop, boolean asWanted)
      throws IOException {
    var there = on(policy(scheduler(cir, behaviour, drop))).at(wanted(POLICER).place());
    assertThat(wanted(POLICER).isMetBy(there.orElseThrow())).isEqualTo(asWanted);
  }

  @Test
  void aPolicerOfTwoSchedulersIsAnother() throws IOException {
    var one = scheduler("300000000", "POLICE", "true");
    var there = on(policy(one + one)).at(wanted(POLICER).place());
    assertThat(wanted(POLICER).isMetBy(there.orElseThrow())).isFalse();
  }

  private static String policy(String schedulers) {
    return """
    <scheduler-policies><scheduler-policy><name>%s</name><schedulers>%s</schedulers>\
    </scheduler-policy></scheduler-policies>\
    """
        .formatted(NAME, schedulers);
  }

  private static String scheduler(String cir, String behaviour, String drop) {
    return """
    <scheduler><config><type>x:ONE_RATE_TWO_COLOR</type></config><one-rate-two-color>\
    <config><cir>%s</cir><bc>3750000</bc><queuing-behavior>%s</queuing-behavior></config>\
    <exceed-action><config><drop>%s</drop></config></exceed-action></one-rate-two-color>\
    </scheduler>\
    """
        .formatted(cir, behaviour, drop);
  }

  private static String binding(String id, String port, int subinterface, String policy) {
    return """
    <interfaces><interface><interface-id>%s</interface-id><interface-ref><config>\
    <interface>%s</interface><subinterface>%d</subinterface></config></interface-ref><input>\
    <scheduler-policy><config><name>%s</name></config></scheduler-policy></input></interface>\
    </interfaces>\
    """
        .formatted(id, port, subinterface, policy);
  }

  @Test
  void whatOthersAttachedToOurSubinterfaceIsTheirsUnderWhateverId() throws IOException {
    var place = wanted(POLICED).place();
    assertThat(on(binding("customer-7", "xe1", 100, "gold")).at(place))
        .hasValueSatisfying(holder -> assertThat(holder.owner()).isEqualTo("gold"));
    assertThat(on(binding("xe1.100", "xe9", 100, NAME)).at(place))
        .hasValueSatisfying(there -> assertThat(wanted(POLICED).isMetBy(there)).isFalse());
    assertThat(on(binding("xe1.100", "xe1", 100, NAME)).at(place))
        .hasValueSatisfying(there -> assertThat(wanted(POLICED).isMetBy(there)).isTrue());
    assertThat(on(binding("customer-8", "xe1", 101, "gold")).at(place)).isEmpty();
  }
}
