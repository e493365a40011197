package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;

/** Conflicts with a circuit, and circuits of ours, in a configuration. */
class OpenConfigItemParserTest {

  private static final ConfigItem.Key PLACE =
      new ConfigItem.Key(OpenConfigPlugin.SUBINTERFACE, "xe1.1003");

  private static OpenConfigItemParser on(String port) throws IOException {
    return new OpenConfigItemParser(
        "RTR",
        SecureXml.parse(
            "<data><interfaces><interface><name>xe1</name>%s</interface></interfaces></data>"
                .formatted(port)));
  }

  private static String subinterface(int index, String description, String vlan) {
    return """
    <subinterface><index>%1$d</index><config><index>%1$d</index><description>%2$s</description>\
    </config><vlan>%3$s</vlan></subinterface>\
    """
        .formatted(index, description, vlan);
  }

  private static String subinterfaces(String... each) {
    return "<subinterfaces>" + String.join("", each) + "</subinterfaces>";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<match><single-tagged><config><vlan-id>1003</vlan-id></config></single-tagged></match>",
        "<match><single-tagged-list><config><vlan-ids>9</vlan-ids><vlan-ids>1003</vlan-ids>"
            + "</config></single-tagged-list></match>",
        "<match><single-tagged-range><config><low-vlan-id>1000</low-vlan-id>"
            + "<high-vlan-id>1100</high-vlan-id></config></single-tagged-range></match>",
        "<match><double-tagged><config><inner-vlan-id>5</inner-vlan-id>"
            + "<outer-vlan-id>1003</outer-vlan-id></config></double-tagged></match>",
        "<match><double-tagged-outer-range><config><outer-low-vlan-id>1003</outer-low-vlan-id>"
            + "<outer-high-vlan-id>1003</outer-high-vlan-id></config></double-tagged-outer-range>"
            + "</match>",
        "<config><vlan-id>1003</vlan-id></config>",
      })
  void namesTheOwnerOfTheVlanInEveryNotation(String vlan) throws IOException {
    assertThat(on(subinterfaces(subinterface(7, "library", vlan))).findAt(PLACE))
        .hasValueSatisfying(holder -> assertThat(holder.owner()).isEqualTo("library"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<match><single-tagged><config><vlan-id>1004</vlan-id></config></single-tagged></match>",
        "<match><single-tagged-range><config><low-vlan-id>900</low-vlan-id>"
            + "<high-vlan-id>1002</high-vlan-id></config></single-tagged-range></match>",
        "<match><single-tagged-range><config><low-vlan-id>900</low-vlan-id>"
            + "</config></single-tagged-range></match>",
        "<match><single-tagged><config><vlan-id>x</vlan-id></config></single-tagged></match>",
        "",
      })
  void isFreeIfOthersUseOtherVlans(String vlan) throws IOException {
    assertThat(on(subinterfaces(subinterface(7, "library", vlan))).findAt(PLACE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<access-vlan>1003</access-vlan>",
        "<trunk-vlans>7</trunk-vlans><trunk-vlans>1000..1010</trunk-vlans>",
        "<native-vlan>1003</native-vlan>",
      })
  void isTakenIfThePortSwitchesTheVlan(String config) throws IOException {
    var port =
        "<ethernet><switched-vlan><config>" + config + "</config></switched-vlan></ethernet>";
    assertThat(on(port).findAt(PLACE))
        .hasValueSatisfying(
            holder -> assertThat(holder.owner()).isEqualTo("the switched VLANs of xe1"));
  }

  /** Otherwise the removal of our item could never be found. */
  @Test
  void prefersTheSubinterfaceWithTheIndex() throws IOException {
    var vlan =
        "<match><single-tagged><config><vlan-id>1003</vlan-id></config></single-tagged></match>";
    var owned =
        on(
            subinterfaces(
                subinterface(7, "library", vlan), subinterface(1003, "TP-0123456789AB", vlan)));
    assertThat(owned.findAt(PLACE))
        .hasValueSatisfying(item -> assertThat(item.owner()).isEqualTo("TP-0123456789AB"));
  }

  @Test
  void listsItemsWithOurNames() throws IOException {
    var data =
        SecureXml.parse(
            """
            <data><interfaces><interface><name>xe1</name>%s</interface></interfaces>
            <network-instances>
            <network-instance><name>TP-0123456789AB</name><config>
            <description>TP-0123456789AB</description><type>t:L2P2P</type></config>
            </network-instance>
            <network-instance><name>default</name></network-instance>
            </network-instances></data>
            """
                .formatted(
                    subinterfaces(
                        subinterface(7, "library", ""), subinterface(9, "TP-0123456789AB", ""))));
    assertThat(new OpenConfigItemParser("RTR", data).listOwned())
        .extracting(ConfigItem::place)
        .isEqualTo(
            List.of(
                new ConfigItem.Key(OpenConfigPlugin.SUBINTERFACE, "xe1.9"),
                new ConfigItem.Key(OpenConfigPlugin.L2P2P, "TP-0123456789AB")));
  }
}
