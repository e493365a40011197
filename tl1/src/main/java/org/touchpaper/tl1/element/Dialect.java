package org.touchpaper.tl1.element;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Which real element an emulated one behaves like. */
public enum Dialect {
  /** Ciena CoreDirector, releases 5 and 6: TL1 over telnet. */
  CORE_DIRECTOR("coredirector"),
  /** Cisco ONS 15454, release 4 and later: TL1 over raw TCP. */
  ONS_15454("ons15454"),
  /** The same in its SDH form. */
  ONS_15454_SDH("ons15454sdh"),
  /** Calient DiamondWave, a photonic switch: TL1 over raw TCP. */
  CALIENT("calient"),
  /** Polatis, a photonic switch: TL1 over raw TCP. */
  POLATIS("polatis"),
  /** Cisco 7600 with IOS 12.2: a command line over telnet. */
  IOS_7600("ios7600");

  private final String label;

  Dialect(String label) {
    this.label = label;
  }

  /** The name used in configuration files. */
  public String label() {
    return label;
  }

  /** What its usual port is. */
  Entrance entrance() {
    return this == CORE_DIRECTOR || this == IOS_7600 ? Entrance.TELNET : Entrance.RAW;
  }

  /** The dialect of this name. */
  public static Dialect ofLabel(String label) {
    return Arrays.stream(values())
        .filter(dialect -> dialect.label.equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("unknown dialect " + label + "; known: " + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(Dialect::label).collect(Collectors.joining(", "));
  }
}
