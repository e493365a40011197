package org.touchpaper.demo;

import java.util.Arrays;
import java.util.List;

/** A Spring service of the demo network: its name among its peers and the program it runs. */
enum Service {
  NSAP("nsap", Program.NSAP),
  LNSAP_UCL("lnsap-ucl", Program.LNSAP),
  LNSAP_MANCHESTER("lnsap-manchester", Program.LNSAP),
  BAR_UCL("bar-ucl", Program.BAR),
  BAR_MANCHESTER("bar-manchester", Program.BAR),
  RM_NETWORK("rm-network", Program.RM),
  RM_NEWTON("rm-newton", Program.RM);

  private final String peerName;
  private final Program program;

  Service(String peerName, Program program) {
    this.peerName = peerName;
    this.program = program;
  }

  /** What can be run, by the name of its class: the launcher loads none of them itself. */
  enum Program {
    NSAP("nsap", "org.touchpaper.nsap.NsapApplication"),
    LNSAP("lnsap", "org.touchpaper.lnsap.LnsapApplication"),
    BAR("bar", "org.touchpaper.bar.BarApplication"),
    RM("rm", "org.touchpaper.harc.rm.ResourceManagerApplication");

    private final String configName;
    private final String mainClass;

    Program(String configName, String mainClass) {
      this.configName = configName;
      this.mainClass = mainClass;
    }

    /** {@code spring.config.name}: the file on the class path that configures it. */
    String configName() {
      return configName;
    }

    String mainClass() {
      return mainClass;
    }
  }

  String peerName() {
    return peerName;
  }

  Program program() {
    return program;
  }

  /** The part of the name that tells it from others of its kind; a profile of its program. */
  String site() {
    return peerName.substring(peerName.indexOf('-') + 1);
  }

  String database() {
    return peerName.replace('-', '_');
  }

  static Service of(String peerName) {
    return Arrays.stream(values())
        .filter(service -> service.peerName.equals(peerName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no service is called " + peerName));
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Service::peerName).toList();
  }
}
