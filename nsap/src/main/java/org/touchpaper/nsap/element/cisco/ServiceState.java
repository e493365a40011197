package org.touchpaper.nsap.element.cisco;

import java.util.Locale;
import org.touchpaper.tl1.message.BlockRow;

/**
 * The service state of a port or cross-connect of an ONS 15454 (Reference Manual R8.5, appendix B):
 * {@code IS-NR}; {@code OOS-AU,FLT}, out of service by itself while an alarm stands; {@code
 * OOS-AU,AINS}, about to come into service with a good signal; {@code OOS-MA,DSBLD} and {@code
 * OOS-MA,MT}, taken out by somebody. Releases before 5.0 say {@code IS}, {@code OOS}, {@code
 * OOS_AINS} or {@code OOS_MT}, ETSI's words are {@code Unlocked-disabled,failed} and the like.
 *
 * @param primary in upper case; empty where the element says nothing, as R3.3 of cross-connects
 * @param secondary in upper case, several joined with {@code &}; may be empty
 */
record ServiceState(String primary, String secondary) {

  private static final String LOCKED = "LOCKED";
  private static final String UNLOCKED = "UNLOCKED";

  ServiceState {
    primary = primary.toUpperCase(Locale.ROOT);
    secondary = secondary.toUpperCase(Locale.ROOT);
  }

  /** From a block of a row. */
  static ServiceState in(BlockRow row, int block) {
    return new ServiceState(row.at(block, 0), row.at(block, 1));
  }

  /** From what {@link #toString} wrote. */
  static ServiceState parse(String text) {
    var comma = text.indexOf(',');
    return comma < 0
        ? new ServiceState(text, "")
        : new ServiceState(text.substring(0, comma), text.substring(comma + 1));
  }

  /** Somebody took it out of service; no line or card that failed did. */
  boolean isTakenOut() {
    var isByItself = primary.startsWith("OOS-AU") && !primary.startsWith("OOS-AUMA");
    return primary.startsWith(LOCKED)
        || (primary.startsWith("OOS") && !isByItself && !awaitsSignal());
  }

  /** Nothing is reported of it before its signal has been good for a while. */
  boolean awaitsSignal() {
    return toString().contains("AINS") || toString().contains("AUTOMATICINSERVICE");
  }

  /** Somebody may be at work on it, with the fibre open. */
  boolean isInMaintenance() {
    return primary.equals("OOS_MT")
        || secondary.contains("MAINTENANCE")
        || secondary.matches("(.*&)?MT(&.*)?");
  }

  /** In service by somebody's will, whether or not it works. */
  boolean isInService() {
    return !primary.isEmpty() && !isTakenOut() && !awaitsSignal();
  }

  /** What a command says to bring a port into service. */
  String inService() {
    return isOfEtsi() ? UNLOCKED : "IS";
  }

  /** What a command says to bring a port into this state. */
  String again() {
    if (primary.contains("_")) {
      return primary;
    }
    if (awaitsSignal()) {
      return isOfEtsi() ? UNLOCKED + ",AUTOMATICINSERVICE" : "IS,AINS";
    }
    if (isOfEtsi()) {
      return LOCKED + (isInMaintenance() ? ",MAINTENANCE" : ",DISABLED");
    }
    if (isInMaintenance()) {
      return "OOS,MT";
    }
    return secondary.contains("DSBLD") ? "OOS,DSBLD" : "OOS";
  }

  private boolean isOfEtsi() {
    return primary.contains(LOCKED);
  }

  @Override
  public String toString() {
    return secondary.isEmpty() ? primary : primary + "," + secondary;
  }
}
