package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.touchpaper.tl1.message.InputCommand;

/** Another operator of a CoreDirector, who has three channels of their own and is careless. */
record CoreDirectorStranger(Database database, IntUnaryOperator draw) {

  private static final String PREFIX = "STRANGER-";
  private static final int THEIRS = 3;
  private static final int CHANNELS = 192;

  Optional<InputCommand> next(boolean deletes) {
    var theirs =
        database.list("GTP").stream().filter(each -> each.name().startsWith(PREFIX)).toList();
    if (!deletes && theirs.size() < THEIRS) {
      return Optional.of(enter(theirs));
    }
    var crossConnects = database.list("CRS");
    if (deletes && !crossConnects.isEmpty()) {
      var one = crossConnects.get(draw.applyAsInt(crossConnects.size()));
      return Optional.of(InputCommand.of("DLT-CRS-STSPC").at("NAME=" + one.name()));
    }
    return theirs.stream().findFirst().map(own -> InputCommand.of("DLT-GTP").at(own.name()));
  }

  private InputCommand enter(List<Entity> theirs) {
    var name = PREFIX + (theirs.size() + draw.applyAsInt(1_000) * THEIRS);
    // the first channels rather than the last, as everybody does
    var number = 1 + Math.min(draw.applyAsInt(CHANNELS), draw.applyAsInt(CHANNELS));
    var channel = "1-A-" + (1 + draw.applyAsInt(2)) + "-1-CTP-" + number;
    return InputCommand.of("ENT-GTP").at(name).block("LBL=" + PREFIX + "S", "", "CTP=" + channel);
  }
}
