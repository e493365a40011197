package org.touchpaper.tl1.element;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path of an ONS 15454 or a whole Ethernet port of a G1000-4 card: {@code STS-slot-sts} on a card
 * of one port, {@code STS-slot-port-sts} on others, {@code VC4-slot-port-vc4} in SDH, {@code
 * FAC-slot-port} for an Ethernet port.
 *
 * @param first the first STS-1, from 1; 0 for an Ethernet port
 */
record StsPath(int slot, int port, int first) {

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
    return first == 0;
  }

  String facility() {
    return "FAC-" + slot + "-" + port;
  }

  /**
   * Where a concatenated path may begin (Cisco ONS SONET TL1 Command Guide R6.0, tables 1-2 to 1-4:
   * any third STS-1, as long as it ends within the OC-12, OC-48 or OC-192 it is the size of).
   */
  boolean isLegal(int width) {
    var within = width <= 12 ? 12 : width <= 48 ? 48 : 192;
    return width == 1 || (first % 3 == 1 && (first - 1) / within == (first + width - 2) / within);
  }

  boolean overlaps(int width, StsPath other, int otherWidth) {
    return slot == other.slot
        && port == other.port
        && (isEthernet() || (first < other.first + otherWidth && other.first < first + width));
  }
}
