package org.touchpaper.demo.config;

import java.util.Arrays;

/** A Spring service of the demo network: its name among its peers and the program it runs. */
public enum DemoService {
  NSAP("nsap", Program.NSAP),
  LNSAP_UCL("lnsap-ucl", Program.LNSAP),
  LNSAP_MANCHESTER("lnsap-manchester", Program.LNSAP),
  BAR_UCL("bar-ucl", Program.BAR),
  BAR_MANCHESTER("bar-manchester", Program.BAR),
  RM_NEWTON("rm-newton", Program.RM),
  NSAP_ENLIGHTENED("nsap-enlightened", Program.NSAP, DemoNetworkVariant.ENLIGHTENED),
  BAR_ENLIGHTENED("bar-enlightened", Program.BAR, DemoNetworkVariant.ENLIGHTENED),
  RM_MCNC("rm-mcnc", Program.RM, DemoNetworkVariant.ENLIGHTENED);

  private final String peerName;
  private final Program program;
  private final DemoNetworkVariant network;

  DemoService(String peerName, Program program) {
    this(peerName, program, DemoNetworkVariant.UKLIGHT);
  }

  DemoService(String peerName, Program program, DemoNetworkVariant network) {
    this.peerName = peerName;
    this.program = program;
    this.network = network;
  }

  /** A program, given by class name so that the launcher does not load it. */
  public enum Program {
    NSAP("org.touchpaper.nsap.NsapApplication"),
    LNSAP("org.touchpaper.lnsap.LnsapApplication"),
    BAR("org.touchpaper.bar.BarApplication"),
    RM("org.touchpaper.harc.rm.ResourceManagerApplication");

    private final String mainClass;

    Program(String mainClass) {
      this.mainClass = mainClass;
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

  public DemoNetworkVariant network() {
    return network;
  }

  /** The configuration file, in the directory of {@code deploy/samples} named after the network. */
  public String sample() {
    return "classpath:samples/" + network.label() + "/" + peerName + ".yml";
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
}
