package org.touchpaper.lab.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.hlm.CoAllocationDto.Endpoint;
import org.touchpaper.hlm.CoAllocationDto.Lightpath;
import org.touchpaper.lab.booking.LightpathAddressConfigurator.LightpathInterface;

class LightpathAddressConfiguratorTest {

  private static final Map<String, String> NAMESPACES = Map.of("vis.ucl", "v", "newton.man", "n");

  @Test
  void eachEndGetsTheAddressAndTheMtuOfTheBooking() {
    var lightpath =
        lightpath(
            end("vis.ucl", 101, true, 9000, "10.88.0.2/31"),
            end("newton.man", null, false, null, "10.88.0.3/31"));
    assertThat(LightpathAddressConfigurator.interfaces(lightpath, NAMESPACES))
        .containsExactly(new LightpathInterface("v", "lp101"), new LightpathInterface("n", "lp0"));
    assertThat(LightpathAddressConfigurator.commands(lightpath, NAMESPACES))
        .extracting(command -> String.join(" ", command))
        .containsExactly(
            "ip -n v link set lp101 mtu 9000 up",
            "ip -n v addr replace 10.88.0.2/31 dev lp101",
            "ip -n n link set lp0 up",
            "ip -n n addr replace 10.88.0.3/31 dev lp0");
  }

  @Test
  void aBookingThatSaysNothingYetHasNoInterfaces() {
    assertThat(LightpathAddressConfigurator.interfaces(lightpath(), NAMESPACES)).isEmpty();
  }

  @Test
  void anEndWithoutAnAddressIsExplained() {
    assertThatThrownBy(() ->
            LightpathAddressConfigurator.commands(
                lightpath(end("vis.ucl", 101, true, 9000, null)), NAMESPACES))
        .hasMessageContaining("vis.ucl has no address");
  }

  private static Lightpath lightpath(Endpoint... ends) {
    return new Lightpath(
        "p",
        "c",
        "ACTIVE",
        "vis.ucl",
        "newton.man",
        300,
        List.of(),
        null,
        null,
        List.of(ends),
        null,
        null,
        null);
  }

  private static Endpoint end(
      String host,
      @Nullable Integer vlan,
      boolean tagged,
      @Nullable Integer mtu,
      @Nullable String address) {
    return new Endpoint(host, "EDGE", "1/1", vlan, tagged, mtu, 300, address, null);
  }
}
