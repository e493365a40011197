package org.touchpaper.elementemulator.ios;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;

/** Another operator of a 7600, who owns up to three VLANs and makes mistakes. */
record IosThirdParty(PersistentElementDatabase database, IntUnaryOperator random) {

  private static final String PREFIX = "THIRDPARTY-";
  private static final int MAX_VLANS = 3;
  private static final int FIRST_VLAN = 100;
  private static final int VLAN_COUNT = 100;

  /** Creates a VLAN with a free number, or removes any VLAN; returns the removed one. */
  Optional<String> applyChange(boolean deletes) {
    var allVlans = database.list("VLAN");
    var ownVlans = allVlans.stream().filter(vlan -> vlan.get("NAME").startsWith(PREFIX)).toList();
    if (!deletes && ownVlans.size() < MAX_VLANS) {
      createVlan();
      return Optional.empty();
    }
    return deletes
        ? pickRandom(allVlans).map(this::remove)
        : pickRandom(ownVlans).map(this::remove);
  }

  private Optional<ManagedEntity> pickRandom(List<ManagedEntity> vlans) {
    return vlans.isEmpty()
        ? Optional.empty()
        : Optional.of(vlans.get(random.applyAsInt(vlans.size())));
  }

  private String remove(ManagedEntity vlan) {
    database.remove(vlan);
    return vlan.name();
  }

  private void createVlan() {
    // prefers low numbers, as operators do
    var number =
        FIRST_VLAN + Math.min(random.applyAsInt(VLAN_COUNT), random.applyAsInt(VLAN_COUNT));
    var vlan = Integer.toString(number);
    var isFree =
        database.find("VLAN", vlan).isEmpty()
            && database.find("INTERFACE", "Vlan" + vlan).isEmpty();
    if (isFree) {
      database.put(
          new ManagedEntity("VLAN", vlan, Map.of("NAME", PREFIX + random.applyAsInt(1_000))));
    }
  }
}
