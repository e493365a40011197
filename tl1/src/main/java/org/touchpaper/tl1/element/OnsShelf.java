package org.touchpaper.tl1.element;

import java.util.Map;
import java.util.Optional;

/**
 * The cards of an emulated ONS 15454: OC-192 in slots 5, 6, 12 and 13 and OC-48 in 3, 4, 14 and 15
 * with a port each, OC-12-4 in 16 and 17, G1000-4 in 1 and 2; STM names in SDH.
 *
 * @param type the modifier of the commands about its ports
 */
record OnsShelf(String type, int ports, int width) {

  private static final Map<Integer, OnsShelf> SONET =
      Map.ofEntries(
          Map.entry(1, new OnsShelf("G1000", 4, 48)),
          Map.entry(2, new OnsShelf("G1000", 4, 48)),
          Map.entry(3, new OnsShelf("OC48", 1, 48)),
          Map.entry(4, new OnsShelf("OC48", 1, 48)),
          Map.entry(5, new OnsShelf("OC192", 1, 192)),
          Map.entry(6, new OnsShelf("OC192", 1, 192)),
          Map.entry(12, new OnsShelf("OC192", 1, 192)),
          Map.entry(13, new OnsShelf("OC192", 1, 192)),
          Map.entry(14, new OnsShelf("OC48", 1, 48)),
          Map.entry(15, new OnsShelf("OC48", 1, 48)),
          Map.entry(16, new OnsShelf("OC12", 4, 12)),
          Map.entry(17, new OnsShelf("OC12", 4, 12)));

  /** The card in a slot. */
  static Optional<OnsShelf> card(int slot, boolean isSdh) {
    return Optional.ofNullable(SONET.get(slot)).map(card -> isSdh ? card.inSdh() : card);
  }

  private OnsShelf inSdh() {
    return type.startsWith("OC")
        ? new OnsShelf("STM" + Integer.parseInt(type.substring(2)) / 3, ports, width)
        : this;
  }

  /** As RTRV-EQPT says it. */
  String name() {
    return ports == 1 ? type : type + "-" + ports;
  }

  boolean isEthernet() {
    return type.equals("G1000");
  }

  /** Whether the card has such a path, of so many STS-1. */
  boolean has(StsPath path, int pathWidth) {
    return path.port() >= 1
        && path.port() <= ports
        && path.isEthernet() == isEthernet()
        && (path.isEthernet() || path.first() + pathWidth - 1 <= width);
  }
}
