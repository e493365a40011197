package org.touchpaper.nsap.element.cisco;

import java.util.Locale;
import org.touchpaper.tl1.message.ColonSeparatedRow;

/**
 * The service state of a port or cross-connect of an ONS 15454 (Reference Manual R8.5, appendix B):
 * {@code IS-NR}; {@code OOS-AU,FLT}, out of service autonomously during an alarm; {@code
 * OOS-AU,AINS}, in service as soon as the signal is good; {@code OOS-MA,DSBLD} and {@code
 * OOS-MA,MT}, taken out by management. Releases before 5.0 have {@code IS}, {@code OOS}, {@code
 * OOS_AINS} or {@code OOS_MT}; ETSI has {@code Unlocked-disabled,failed} and so on.
 *
 * @param primary in upper case; empty if the element reports none, as R3.3 for cross-connects
 * @param secondary in upper case, several joined with {@code &}; may be empty
 */
record ServiceState(String primary, String secondary) {

  private static final String LOCKED = "LOCKED";
  private static final String UNLOCKED = "UNLOCKED";

  ServiceState {
    primary = primary.toUpperCase(Locale.ROOT);
    secondary = secondary.toUpperCase(Locale.ROOT);
  }

  /** Parses a block of a row. */
  static ServiceState in(ColonSeparatedRow row, int block) {
    return new ServiceState(row.valueAt(block, 0), row.valueAt(block, 1));
  }

  static ServiceState parse(String text) {
    var comma = text.indexOf(',');
    return comma < 0
        ? new ServiceState(text, "")
        : new ServiceState(text.substring(0, comma), text.substring(comma + 1));
  }

  /** True if it was taken out of service by management, not by a failed line or card. */
  boolean isTakenOut() {
    var isByItself = primary.startsWith("OOS-AU") && !primary.startsWith("OOS-AUMA");
    return primary.startsWith(LOCKED)
        || (primary.startsWith("OOS") && !isByItself && !awaitsSignal());
  }

  /** True if it is not monitored until its signal has been good for a while. */
  boolean awaitsSignal() {
    return toString().contains("AINS") || toString().contains("AUTOMATICINSERVICE");
  }

  /** True if it may be worked on, with the fibre open. */
  boolean isInMaintenance() {
    return primary.equals("OOS_MT")
        || secondary.contains("MAINTENANCE")
        || secondary.matches("(.*&)?MT(&.*)?");
  }

  /** True if it is in service by management, whether or not it works. */
  boolean isInService() {
    return !primary.isEmpty() && !isTakenOut() && !awaitsSignal();
  }

  /** The parameter that puts a port in service. */
  String inServiceValue() {
    return isEtsi() ? UNLOCKED : "IS";
  }

  /** The parameter that puts a port into this state. */
  String commandValue() {
    if (primary.contains("_")) {
      return primary;
    }
    if (awaitsSignal()) {
      return isEtsi() ? UNLOCKED + ",AUTOMATICINSERVICE" : "IS,AINS";
    }
    if (isEtsi()) {
      return LOCKED + (isInMaintenance() ? ",MAINTENANCE" : ",DISABLED");
    }
    if (isInMaintenance()) {
      return "OOS,MT";
    }
    return secondary.contains("DSBLD") ? "OOS,DSBLD" : "OOS";
  }

  private boolean isEtsi() {
    return primary.contains(LOCKED);
  }

  @Override
  public String toString() {
    return secondary.isEmpty() ? primary : primary + "," + secondary;
  }
}
