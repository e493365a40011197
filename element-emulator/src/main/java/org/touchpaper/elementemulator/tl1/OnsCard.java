package org.touchpaper.elementemulator.tl1;

import java.util.Optional;

/**
 * The cards of an emulated ONS 15454: OC-192 in slots 5, 6, 12 and 13 and OC-48 in 3, 4, 14 and 15,
 * with one port each; OC-12-4 in 16 and 17; G1000-4 in 1 and 2. In SDH, STM names apply.
 *
 * @param type the modifier of commands for its ports
 */
record OnsCard(String type, int ports, int width) {

  static Optional<OnsCard> findInSlot(int slot, boolean isSdh) {
    return Optional.ofNullable(
            switch (slot) {
              case 1, 2 -> new OnsCard("G1000", 4, 48);
              case 3, 4, 14, 15 -> new OnsCard("OC48", 1, 48);
              case 5, 6, 12, 13 -> new OnsCard("OC192", 1, 192);
              case 16, 17 -> new OnsCard("OC12", 4, 12);
              default -> null;
            })
        .map(card -> isSdh ? card.toSdh() : card);
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

  boolean supports(StsPath path, int pathWidth) {
    return path.port() >= 1
        && path.port() <= ports
        && path.isEthernet() == isEthernet()
        && (path.isEthernet() || path.firstSts() + pathWidth - 1 <= width);
  }
}
