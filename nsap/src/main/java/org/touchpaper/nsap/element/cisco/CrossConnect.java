package org.touchpaper.nsap.element.cisco;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.tl1.message.ColonSeparatedRow;

/**
 * A cross-connect as an ONS 15454 retrieves it, {@code from,to:type,rate:CKTID="…":state}.
 *
 * @param aid its two ends in the form required to delete it (Command Guide R3.3, DLT-CRS)
 * @param paths the paths it uses, as far as its ends are readable; an end may be a working and a
 *     protecting path, {@code a&b}
 */
record CrossConnect(
    String aid,
    List<PathAid> paths,
    CrossConnectRate rate,
    String label,
    String type,
    String owner,
    ServiceState state) {

  static CrossConnect parse(String row, CrossConnectRate rate, String label) {
    var fields = ColonSeparatedRow.parse(row);
    var aid = fields.valueAt(0, 0) + "," + fields.valueAt(0, 1);
    return new CrossConnect(
        aid,
        Arrays.stream(aid.split("[,&]", -1)).flatMap(end -> PathAid.find(end).stream()).toList(),
        rate,
        label,
        fields.valueAt(1, 0),
        fields.findValue("CKTID").orElse("unknown owner of " + aid + " (no CKTID)"),
        ServiceState.in(fields, 3));
  }

  boolean isOn(String facility) {
    return paths.stream().anyMatch(path -> path.facility().equals(facility));
  }

  private List<PathAid> ends(ConfigItem.Key key) {
    return Stream.of(key.key().split(",", -1)).map(PathAid::parse).toList();
  }

  /** True if it uses a path that the wanted cross-connect needs. */
  boolean conflictsWith(ConfigItem.Key wanted, CrossConnectRate wantedRate) {
    return ends(wanted).stream()
        .anyMatch(end ->
            paths.stream().anyMatch(path -> path.overlaps(rate.width(), end, wantedRate.width())));
  }

  /** True if it has these two ends, in either order. */
  boolean joins(ConfigItem.Key wanted) {
    var ends = ends(wanted);
    return paths.equals(ends) || paths.equals(ends.reversed());
  }

  /** As the item found at the place of a wanted item. */
  ConfigItem toItemAt(String tid, ConfigItem.Key wanted) {
    return withAttributes(new ConfigItem(tid, wanted.kind(), wanted.key(), owner))
        .with("JOINS", joins(wanted) ? wanted.key() : aid);
  }

  /** As an item at its own place. */
  ConfigItem toItem(String tid) {
    return withAttributes(new ConfigItem(tid, Ons15454Plugin.CRS + label, aid, owner));
  }

  private ConfigItem withAttributes(ConfigItem item) {
    return item.with("AID", aid)
        .with("RATE", label)
        .with("CCT", type)
        .with("SERVICE", state.isTakenOut() ? "OOS" : "IS");
  }
}
