package org.touchpaper.elementemulator.ons;

import java.util.Map;
import java.util.Optional;

/**
 * The cards of an emulated ONS 15454: OC-192 in slots 5, 6, 12 and 13 and OC-48 in 3, 4, 14 and 15,
 * with one port each; OC-12-4 in 16 and 17; G1000-4 in 1 and 2. In SDH, STM names apply.
 *
 * @param type the modifier of commands for its ports
 */
record OnsCard(String type, int ports, int width) {

  private static final Map<Integer, OnsCard> SONET_CARDS =
      Map.ofEntries(
          Map.entry(1, new OnsCard("G1000", 4, 48)),
          Map.entry(2, new OnsCard("G1000", 4, 48)),
          Map.entry(3, new OnsCard("OC48", 1, 48)),
          Map.entry(4, new OnsCard("OC48", 1, 48)),
          Map.entry(5, new OnsCard("OC192", 1, 192)),
          Map.entry(6, new OnsCard("OC192", 1, 192)),
          Map.entry(12, new OnsCard("OC192", 1, 192)),
          Map.entry(13, new OnsCard("OC192", 1, 192)),
          Map.entry(14, new OnsCard("OC48", 1, 48)),
          Map.entry(15, new OnsCard("OC48", 1, 48)),
          Map.entry(16, new OnsCard("OC12", 4, 12)),
          Map.entry(17, new OnsCard("OC12", 4, 12)));

  /** The card in a slot. */
  static Optional<OnsCard> findInSlot(int slot, boolean isSdh) {
    return Optional.ofNullable(SONET_CARDS.get(slot)).map(card -> isSdh ? card.toSdh() : card);
  }

  private OnsCard toSdh() {
    return type.startsWith("OC")
        ? new OnsCard("STM" + Integer.parseInt(type.substring(2)) / 3, ports, width)
        : this;
  }

  /** The name in RTRV-EQPT. */
  String name() {
    return ports == 1 ? type : type + "-" + ports;
  }

  boolean isEthernet() {
    return type.equals("G1000");
  }

  /** True if the card can carry a path of this width in STS-1. */
  boolean supports(StsPath path, int pathWidth) {
    return path.port() >= 1
        && path.port() <= ports
        && path.isEthernet() == isEthernet()
        && (path.isEthernet() || path.firstSts() + pathWidth - 1 <= width);
  }
}
