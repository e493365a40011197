package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER_BINDING;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.SUBINTERFACE;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;

/** Customers' traffic is policed at the ingress, and policers are read back. */
class PolicerConfigBuilderTest {

  private static final String NAME = ElementPluginFixture.NAME;
  private static final List<ConfigItem> ITEMS =
      OpenConfigPlugin.policing()
          .items(
              ElementPluginFixture.elementHop(
                  "RTR",
                  SignalType.VLAN,
                  300,
                  ElementPluginFixture.port("xe1"),
                  ElementPluginFixture.line("xe2", 3)));

  private static PolicerItemParser on(String qos) throws IOException {
    return new PolicerItemParser("RTR", SecureXml.parse("<data><qos>" + qos + "</qos></data>"));
  }

  private static ConfigItem wanted(String kind) {
    return ITEMS.stream().filter(item -> item.kind().equals(kind)).findFirst().orElseThrow();
  }

  @Test
  void thePolicerIsActiveBeforeTrafficPasses() {
    assertThat(ITEMS)
        .extracting(ConfigItem::kind)
        .containsExactly(POLICER, SUBINTERFACE, SUBINTERFACE, POLICER_BINDING, L2P2P);
    assertThat(wanted(POLICER_BINDING).key()).isEqualTo("xe1.100");
    assertThat(wanted(POLICER).attributes())
        .containsEntry("CIR", "300000000")
        .containsEntry("BC", "3750000");
    assertThat(PolicerConfigBuilder.addRate(wanted(POLICER), 100_000).attributes())
        .containsEntry("BC", "31250000");
  }

  @Test
  void trafficBetweenLinksIsNotPoliced() {
    assertThat(
            OpenConfigPlugin.policing()
                .items(
                    ElementPluginFixture.elementHop(
                        "RTR",
                        SignalType.VLAN,
                        300,
                        ElementPluginFixture.line("xe1", 3),
                        ElementPluginFixture.line("xe2", 3))))
        .extracting(ConfigItem::kind)
        .containsExactly(SUBINTERFACE, SUBINTERFACE, L2P2P);
  }

  @ParameterizedTest
  @CsvSource({
    "300000000, POLICE, true, true",
    "299000000, POLICE, true, false",
    "300000000, SHAPE, true, false",
    "300000000, POLICE, false, false"
  })
  void aPolicerIsComparedByItsEffect(String cir, String behaviour, String drop, boolean asWanted)
      throws IOException {
    var existing = on(policy(scheduler(cir, behaviour, drop))).findAt(wanted(POLICER).place());
    assertThat(wanted(POLICER).isSatisfiedBy(existing.orElseThrow())).isEqualTo(asWanted);
  }

  @Test
  void aPolicerOfTwoSchedulersDiffers() throws IOException {
    var single = scheduler("300000000", "POLICE", "true");
    var existing = on(policy(single + single)).findAt(wanted(POLICER).place());
    assertThat(wanted(POLICER).isSatisfiedBy(existing.orElseThrow())).isFalse();
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
  void aForeignBindingOnOurSubinterfaceIsFoundUnderAnyId() throws IOException {
    var place = wanted(POLICER_BINDING).place();
    assertThat(on(binding("customer-7", "xe1", 100, "gold")).findAt(place))
        .hasValueSatisfying(holder -> assertThat(holder.owner()).isEqualTo("gold"));
    assertThat(on(binding("xe1.100", "xe9", 100, NAME)).findAt(place))
        .hasValueSatisfying(
            item -> assertThat(wanted(POLICER_BINDING).isSatisfiedBy(item)).isFalse());
    assertThat(on(binding("xe1.100", "xe1", 100, NAME)).findAt(place))
        .hasValueSatisfying(
            item -> assertThat(wanted(POLICER_BINDING).isSatisfiedBy(item)).isTrue());
    assertThat(on(binding("customer-8", "xe1", 101, "gold")).findAt(place)).isEmpty();
  }
}
