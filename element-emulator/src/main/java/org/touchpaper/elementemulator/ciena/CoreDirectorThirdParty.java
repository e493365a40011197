package org.touchpaper.elementemulator.ciena;

import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.tl1.message.InputCommand;

/** Another operator of a CoreDirector, who owns up to three channel groups and makes mistakes. */
record CoreDirectorThirdParty(PersistentElementDatabase database, IntUnaryOperator random) {

  private static final String PREFIX = "THIRDPARTY-";
  private static final int MAX_GROUPS = 3;
  private static final int CHANNEL_COUNT = 192;

  Optional<InputCommand> nextCommand(boolean deletes) {
    var ownGroups =
        database.list("GTP").stream().filter(entity -> entity.name().startsWith(PREFIX)).toList();
    if (!deletes && ownGroups.size() < MAX_GROUPS) {
      return Optional.of(enter(ownGroups));
    }
    var crossConnects = database.list("CRS");
    if (deletes && !crossConnects.isEmpty()) {
      var crossConnect = crossConnects.get(random.applyAsInt(crossConnects.size()));
      return Optional.of(InputCommand.of("DLT-CRS-STSPC").withAid("NAME=" + crossConnect.name()));
    }
    return ownGroups.stream()
        .findFirst()
        .map(group -> InputCommand.of("DLT-GTP").withAid(group.name()));
  }

  private InputCommand enter(List<ManagedEntity> ownGroups) {
    var name = PREFIX + (ownGroups.size() + random.applyAsInt(1_000) * MAX_GROUPS);
    // prefers low channel numbers, as operators do
    var number = 1 + Math.min(random.applyAsInt(CHANNEL_COUNT), random.applyAsInt(CHANNEL_COUNT));
    var channel = "1-A-" + (1 + random.applyAsInt(2)) + "-1-CTP-" + number;
    return InputCommand.of("ENT-GTP")
        .withAid(name)
        .withBlock("LBL=" + PREFIX + "S", "", "CTP=" + channel);
  }
}
