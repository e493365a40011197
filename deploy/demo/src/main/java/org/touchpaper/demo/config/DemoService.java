package org.touchpaper.demo.config;

import java.util.Arrays;
import java.util.List;

/** A Spring service of the demo network: its name among its peers and the program it runs. */
public enum DemoService {
  NSAP("nsap", Program.NSAP),
  LNSAP_UCL("lnsap-ucl", Program.LNSAP),
  LNSAP_MANCHESTER("lnsap-manchester", Program.LNSAP),
  BAR_UCL("bar-ucl", Program.BAR),
  BAR_MANCHESTER("bar-manchester", Program.BAR),
  RM_NEWTON("rm-newton", Program.RM);

  private final String peerName;
  private final Program program;

  DemoService(String peerName, Program program) {
    this.peerName = peerName;
    this.program = program;
  }

  /** A program, given by class name so that the launcher does not load it. */
  public enum Program {
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
    public String configName() {
      return configName;
    }

    public String mainClass() {
      return mainClass;
    }
  }

  public String peerName() {
    return peerName;
  }

  public Program program() {
    return program;
  }

  /** The site in the name, which is also a Spring profile of the program. */
  public String site() {
    return peerName.substring(peerName.indexOf('-') + 1);
  }

  public String database() {
    return peerName.replace('-', '_');
  }

  public static DemoService of(String peerName) {
    return Arrays.stream(values())
        .filter(service -> service.peerName.equals(peerName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no service named " + peerName));
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(DemoService::peerName).toList();
  }
}
