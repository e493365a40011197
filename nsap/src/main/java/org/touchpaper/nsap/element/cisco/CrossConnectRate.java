package org.touchpaper.nsap.element.cisco;

import java.util.Arrays;
import java.util.List;
import org.touchpaper.nsap.circuit.StsConcatenationRules;

/** The rates of an ONS 15454's cross-connects, as its commands name them. */
enum CrossConnectRate {
  STS1(1, "STS1", ""),
  STS3C(3, "STS3C", "VC4"),
  STS6C(6, "STS6C", "VC4-2C"),
  STS9C(9, "STS9C", "VC4-3C"),
  STS12C(12, "STS12C", "VC4-4C"),
  STS24C(24, "STS24C", "VC4-8C"),
  STS48C(48, "STS48C", "VC4-16C"),
  STS192C(192, "STS192C", "VC4-64C");

  private final int width;
  private final String sonet;
  private final String sdh;

  CrossConnectRate(int width, String sonet, String sdh) {
    this.width = width;
    this.sonet = sonet;
    this.sdh = sdh;
  }

  /** The size in STS-1. */
  int width() {
    return width;
  }

  String label(boolean isSdh) {
    return isSdh ? sdh : sonet;
  }

  /** The rates of a hierarchy; SDH has none below a VC-4. */
  static List<CrossConnectRate> all(boolean isSdh) {
    return Arrays.stream(values()).filter(rate -> !rate.label(isSdh).isEmpty()).toList();
  }

  /** The rate of exactly this size, which must exist. */
  static CrossConnectRate ofWidth(int width) {
    return Arrays.stream(values())
        .filter(rate -> rate.width == width)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no cross-connect rate of " + width + " STS-1"));
  }

  /** The rate with this name. */
  static CrossConnectRate ofLabel(String label, boolean isSdh) {
    return all(isSdh).stream()
        .filter(rate -> rate.label(isSdh).equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown ONS 15454 rate " + label));
  }

  boolean canBeginAt(int first) {
    return StsConcatenationRules.canBegin(width, first);
  }
}
