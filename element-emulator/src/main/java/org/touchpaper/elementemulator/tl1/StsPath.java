package org.touchpaper.elementemulator.tl1;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path of an ONS 15454, or an Ethernet port of a G1000-4 card: {@code STS-slot-sts} on a card
 * with one port, {@code STS-slot-port-sts} on others, {@code VC4-slot-port-vc4} in SDH, {@code
 * FAC-slot-port} for an Ethernet port.
 *
 * @param firstSts the first STS-1, from 1; 0 for an Ethernet port
 */
record StsPath(int slot, int port, int firstSts) {

  private static final Pattern STS = Pattern.compile("STS-(\\d{1,2})(?:-(\\d{1,2}))?-(\\d{1,3})");
  private static final Pattern VC4 = Pattern.compile("VC4-(\\d{1,2})-(\\d{1,2})-(\\d{1,2})");
  private static final Pattern FAC = Pattern.compile("FAC-(\\d{1,2})-(\\d{1,2})");

  static Optional<StsPath> parse(String aid, boolean isSdh) {
    var fac = FAC.matcher(aid);
    if (fac.matches()) {
      return Optional.of(new StsPath(number(fac.group(1)), number(fac.group(2)), 0));
    }
    var match = (isSdh ? VC4 : STS).matcher(aid);
    if (!match.matches()) {
      return Optional.empty();
    }
    var port = match.group(2) == null ? 1 : number(match.group(2));
    var number = number(match.group(3));
    return Optional.of(new StsPath(number(match.group(1)), port, isSdh ? 3 * number - 2 : number));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  boolean isEthernet() {
    return firstSts == 0;
  }

  String facility() {
    return "FAC-" + slot + "-" + port;
  }

  /**
   * The positions at which a concatenated path may start (Cisco ONS SONET TL1 Command Guide R6.0,
   * tables 1-2 to 1-4: every third STS-1, if the path ends within an OC-12, OC-48 or OC-192 of its
   * size).
   */
  boolean isLegalStart(int width) {
    var carrierWidth = width <= 12 ? 12 : width <= 48 ? 48 : 192;
    return width == 1
        || (firstSts % 3 == 1
            && (firstSts - 1) / carrierWidth == (firstSts + width - 2) / carrierWidth);
  }

  boolean overlaps(int width, StsPath other, int otherWidth) {
    return slot == other.slot
        && port == other.port
        && (isEthernet()
            || (firstSts < other.firstSts + otherWidth && other.firstSts < firstSts + width));
  }
}
