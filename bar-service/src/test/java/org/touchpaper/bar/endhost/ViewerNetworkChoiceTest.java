package org.touchpaper.bar.endhost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.coallocation.PartStatusDetails;
import org.touchpaper.bar.reservation.BookingPhase;

class ViewerNetworkChoiceTest {

  private static final String HOST = "newton.manchester";

  @ParameterizedTest
  @CsvSource({
    // state, problem, address, production, path, reason
    "ACTIVE, , 10.88.0.3/31, 192.0.2.20, OverLightpath 10.88.0.3, the lightpath is up",
    "ACTIVE, path check: late, 10.88.0.3/31, 192.0.2.20, OverLightpath 10.88.0.3, the lightpath is up",
    "ACTIVE, impaired: LOS, 10.88.0.3/31, 192.0.2.20, OverProduction 192.0.2.20, impaired: LOS",
    "ACTIVE, impaired: LOS, 10.88.0.3/31, , OverLightpath 10.88.0.3, impaired: LOS",
    "COMMITTED, , 10.88.0.3/31, 192.0.2.20, OverLightpath 10.88.0.3, the lightpath is not up yet",
    "COMMITTED, element down, 10.88.0.3/31, 192.0.2.20, OverProduction 192.0.2.20, element down",
    "FAILED, cut, 10.88.0.3/31, 192.0.2.20, OverProduction 192.0.2.20, cut",
    "FAILED, cut, 10.88.0.3/31, , NoPath, cut",
    "ACTIVE, , , 192.0.2.20, OverProduction 192.0.2.20, newton.manchester has no address on the lightpath",
    "ACTIVE, , , , NoPath, newton.manchester has no address on the lightpath",
  })
  void aViewerUsesTheLightpathWhileItCarriesTheRun(
      BookingPhase state,
      @Nullable String problem,
      @Nullable String address,
      @Nullable String production,
      String path,
      String reason) {
    var end = new HostEndpoint(HOST, null, null, null, null, null, 300, address, production);
    var status = new PartStatusDetails(state, null, List.of(), problem, false, null, false);
    var chosen = ViewerNetworkChoice.of(status, List.of(end), HOST);
    var text =
        switch (chosen) {
          case ViewerNetworkChoice.OverLightpath over -> "OverLightpath " + over.address();
          case ViewerNetworkChoice.OverProduction over -> "OverProduction " + over.address();
          case ViewerNetworkChoice.NoPath _ -> "NoPath";
        };
    assertThat(text).isEqualTo(path);
    assertThat(chosen.reason()).isEqualTo(reason);
  }
}
