package org.touchpaper.nsap.element.cisco;

import java.util.Arrays;
import java.util.List;
import org.touchpaper.nsap.circuit.Concatenation;

/** The sizes in which an ONS 15454 cross-connects, as the names of its commands say them. */
enum Rate {
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

  Rate(int width, String sonet, String sdh) {
    this.width = width;
    this.sonet = sonet;
    this.sdh = sdh;
  }

  /** In STS-1. */
  int width() {
    return width;
  }

  String label(boolean isSdh) {
    return isSdh ? sdh : sonet;
  }

  /** Those of a hierarchy; SDH has none below a VC-4. */
  static List<Rate> all(boolean isSdh) {
    return Arrays.stream(values()).filter(rate -> !rate.label(isSdh).isEmpty()).toList();
  }

  /** The rate of exactly so many STS-1, which must be one. */
  static Rate ofWidth(int width) {
    return Arrays.stream(values())
        .filter(rate -> rate.width == width)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no path is of " + width + " STS-1"));
  }

  /** The rate of this name. */
  static Rate ofLabel(String label, boolean isSdh) {
    return all(isSdh).stream()
        .filter(rate -> rate.label(isSdh).equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("an ONS 15454 has no rate " + label));
  }

  boolean mayBeginAt(int first) {
    return Concatenation.mayBegin(width, first);
  }
}
