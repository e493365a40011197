package org.touchpaper.nsap.element.cisco;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.touchpaper.segment.element.Item;
import org.touchpaper.tl1.message.BlockRow;

/**
 * A cross-connect as an ONS 15454 retrieves it, {@code from,to:type,rate:CKTID="…":state}.
 *
 * @param aid its two ends in the form in which it must be deleted (Command Guide R3.3, DLT-CRS)
 * @param paths all it takes, as far as we can read its ends: one may be a working and a protecting
 *     path, {@code a&b}
 */
record CrossConnect(
    String aid,
    List<PathAid> paths,
    Rate rate,
    String label,
    String type,
    String owner,
    ServiceState state) {

  static CrossConnect parse(String row, Rate rate, String label) {
    var fields = BlockRow.parse(row);
    var aid = fields.at(0, 0) + "," + fields.at(0, 1);
    return new CrossConnect(
        aid,
        Arrays.stream(aid.split("[,&]", -1)).flatMap(end -> PathAid.find(end).stream()).toList(),
        rate,
        label,
        fields.at(1, 0),
        fields.find("CKTID").orElse("somebody who gave no CKTID to " + aid),
        ServiceState.in(fields, 3));
  }

  boolean isOn(String facility) {
    return paths.stream().anyMatch(path -> path.facility().equals(facility));
  }

  private List<PathAid> ends(Item.Key key) {
    return Stream.of(key.key().split(",", -1)).map(PathAid::parse).toList();
  }

  /** Whether it takes any of what the wanted one needs. */
  boolean isInTheWayOf(Item.Key wanted, Rate wantedRate) {
    return ends(wanted).stream()
        .anyMatch(end ->
            paths.stream().anyMatch(path -> path.overlaps(rate.width(), end, wantedRate.width())));
  }

  /** Whichever end the element tells first. */
  boolean joins(Item.Key wanted) {
    var ends = ends(wanted);
    return paths.equals(ends) || paths.equals(ends.reversed());
  }

  /** As what sits where something is wanted. */
  Item at(String tid, Item.Key wanted) {
    var attributes = attributes();
    attributes.put("JOINS", joins(wanted) ? wanted.key() : aid);
    return new Item(tid, wanted.kind(), wanted.key(), owner, attributes);
  }

  /** As what nobody asked about. */
  Item whereItIs(String tid) {
    return new Item(tid, Ons15454.CRS + label, aid, owner, attributes());
  }

  private Map<String, String> attributes() {
    var attributes = new HashMap<String, String>();
    attributes.put("AID", aid);
    attributes.put("RATE", label);
    attributes.put("CCT", type);
    attributes.put("SERVICE", state.isTakenOut() ? "OOS" : "IS");
    return attributes;
  }
}
