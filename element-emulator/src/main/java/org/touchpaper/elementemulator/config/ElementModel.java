package org.touchpaper.elementemulator.config;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The real element that an emulated one imitates. */
public enum ElementModel {
  /** Ciena CoreDirector, releases 5 and 6: TL1 over telnet. */
  CORE_DIRECTOR("coredirector"),
  /** Cisco ONS 15454, release 4 and later: TL1 over raw TCP. */
  ONS_15454("ons15454"),
  /** Cisco ONS 15454 SDH. */
  ONS_15454_SDH("ons15454sdh"),
  /** Calient DiamondWave, a photonic switch: TL1 over raw TCP. */
  CALIENT("calient"),
  /** Polatis, a photonic switch: TL1 over raw TCP. */
  POLATIS("polatis"),
  /** Cisco 7600 with IOS 12.2: a CLI over telnet. */
  IOS_7600("ios7600");

  private final String label;

  ElementModel(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public TransportProtocol defaultProtocol() {
    return this == CORE_DIRECTOR || this == IOS_7600
        ? TransportProtocol.TELNET
        : TransportProtocol.RAW;
  }

  public static ElementModel ofLabel(String label) {
    return Arrays.stream(values())
        .filter(model -> model.label.equals(label))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("unknown model " + label + "; known: " + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(ElementModel::label).collect(Collectors.joining(", "));
  }
}
