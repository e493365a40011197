package org.touchpaper.demo.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A network that the launcher can start. */
public enum DemoNetworkVariant {
  /** UKLight, as in the ESLEA papers. */
  UKLIGHT,
  /** The EnLIGHTened testbed of HARC's paper, PoS(ESLEA)016. */
  ENLIGHTENED;

  /** The peer names of its BARs; the API documentation of the first is advertised. */
  public List<String> bars() {
    return namesOf(DemoService.Program.BAR);
  }

  /** The peer names of its resource managers, of which those for lightpaths run inside the BARs. */
  public List<String> rms() {
    return Stream.concat(
            bars().stream().map(DemoPeerRoles::networkRmIn),
            namesOf(DemoService.Program.RM).stream())
        .toList();
  }

  private List<String> namesOf(DemoService.Program program) {
    return services().stream()
        .filter(service -> service.program() == program)
        .map(DemoService::peerName)
        .toList();
  }

  /** The directory of its samples, and the value of {@code --network}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The maps of its wide area and campuses, on the class path. */
  public List<String> maps() {
    return switch (this) {
      case UKLIGHT ->
          Stream.of("wide-area", "campus-ucl", "campus-manchester")
              .map(map -> "classpath:samples/uklight/" + map + ".yaml")
              .toList();
      case ENLIGHTENED -> List.of("classpath:samples/enlightened.yaml");
    };
  }

  /** Its services, in the order of their start. */
  public List<DemoService> services() {
    return Arrays.stream(DemoService.values())
        .filter(service -> service.network() == this)
        .toList();
  }

  /** The peer names of its services. */
  public List<String> serviceNames() {
    return services().stream().map(DemoService::peerName).toList();
  }

  @Override
  public String toString() {
    return label();
  }
}
