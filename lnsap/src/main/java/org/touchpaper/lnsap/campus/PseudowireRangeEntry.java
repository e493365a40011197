package org.touchpaper.lnsap.campus;

import java.util.regex.Pattern;
import org.touchpaper.segment.connection.VlanRange;

/**
 * A campus file's {@code pseudowires: { to: 192.0.2.9, vcIds: 5100-5199 }}.
 *
 * @param to the far edge's LDP router id
 * @param vcIds as many as the border has VLANs
 */
record PseudowireRangeEntry(String to, String vcIds) {

  private static final long MAX_VC_ID = 0xFFFF_FFFFL;
  private static final String BYTE = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern ADDRESS = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,10})(?:-(\\d{1,10}))?");

  Border.Pseudowires toUplink(VlanRange vlans) {
    if (!ADDRESS.matcher(to).matches()) {
      throw new IllegalArgumentException(
          "pseudowires.to must be an LDP router id such as 192.0.2.9; it is " + to);
    }
    var range = RANGE.matcher(vcIds);
    if (!range.matches()) {
      throw new IllegalArgumentException("not a range of VC ids such as 5100-5199: " + vcIds);
    }
    var first = Long.parseLong(range.group(1));
    var last = range.group(2) == null ? first : Long.parseLong(range.group(2));
    if (first < 1 || last > MAX_VC_ID) {
      throw new IllegalArgumentException("VC ids must be within 1-" + MAX_VC_ID + ": " + vcIds);
    }
    if (last - first != vlans.high() - vlans.low()) {
      throw new IllegalArgumentException(
          "each VLAN of %s needs its own VC id: vcIds must be %d-%d, not %s"
              .formatted(vlans, first, first + vlans.high() - vlans.low(), vcIds));
    }
    return new Border.Pseudowires(to, first);
  }
}
