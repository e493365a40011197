package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** Another operator of a 7600, who has three VLANs of their own and is careless. */
record IosStranger(Database database, IntUnaryOperator draw) {

  private static final String PREFIX = "STRANGER-";
  private static final int THEIRS = 3;
  private static final int FIRST = 100;
  private static final int VLANS = 100;

  /** Makes a VLAN where nobody has any, or removes one, theirs or not; returns what is gone. */
  Optional<String> meddle(boolean deletes) {
    var all = database.list("VLAN");
    var theirs = all.stream().filter(each -> each.get("NAME").startsWith(PREFIX)).toList();
    if (!deletes && theirs.size() < THEIRS) {
      make();
      return Optional.empty();
    }
    return deletes ? any(all).map(this::remove) : any(theirs).map(this::remove);
  }

  private Optional<Entity> any(List<Entity> vlans) {
    return vlans.isEmpty()
        ? Optional.empty()
        : Optional.of(vlans.get(draw.applyAsInt(vlans.size())));
  }

  private String remove(Entity vlan) {
    database.remove(vlan);
    return vlan.name();
  }

  private void make() {
    // the first numbers rather than the last, as everybody does
    var number = FIRST + Math.min(draw.applyAsInt(VLANS), draw.applyAsInt(VLANS));
    var vlan = Integer.toString(number);
    var isFree =
        database.find("VLAN", vlan).isEmpty()
            && database.find("INTERFACE", "Vlan" + vlan).isEmpty();
    if (isFree) {
      database.put(new Entity("VLAN", vlan, Map.of("NAME", PREFIX + draw.applyAsInt(1_000))));
    }
  }
}
