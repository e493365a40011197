package org.touchpaper.elementemulator.tl1;

import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Polatis, a photonic switch with 48 fibres: patches between two ports, without name or owner. The
 * TID is quoted text. The denials of real switches are not public; these codes are GR-833's.
 */
public final class EmulatedPolatis implements Tl1CommandExecutor {

  private static final Pattern PAIR = Pattern.compile("(\\d{1,3}),(\\d{1,3})");
  private static final int PORTS = 48;
  private static final String PATCH = "PATCH";

  private final PersistentElementDatabase database;

  public EmulatedPolatis(PersistentElementDatabase database) {
    this.database = database;
  }

  /** A command before the TID is known has none, such as {@code ACT-USER::root:123::root}. */
  @Override
  public boolean isAddressedBy(InputCommand command) {
    return command.code().equals("RTRV-HDR")
        || command.code().endsWith("-USER")
        || command.tid().startsWith("\"");
  }

  @Override
  public CommandResult execute(InputCommand command) {
    return switch (command.code()) {
      case "RTRV-HDR" -> CommandResult.completed();
      case "RTRV-NETYPE" -> CommandResult.rows(List.of("POLATIS,OST,NLTE,6.6"));
      case "RTRV-PATCH" ->
          CommandResult.rows(database.list(PATCH).stream().map(ManagedEntity::name).toList());
      case "ENT-PATCH" -> enter(command.aid());
      case "DLT-PATCH" -> delete(command.aid());
      default -> Tl1CommandExecutor.unknownCommand();
    };
  }

  private CommandResult enter(String aid) {
    var pair = PAIR.matcher(aid);
    denyUnless(pair.matches(), "IIAC", "Input, Invalid Access Identifier");
    var low = Integer.parseInt(pair.group(1));
    var high = Integer.parseInt(pair.group(2));
    denyUnless(
        low >= 1 && low < high && high <= PORTS, "IIAC", "Input, Invalid Access Identifier " + aid);
    for (var port : List.of(pair.group(1), pair.group(2))) {
      denyUnless(
          database.list(PATCH).stream().noneMatch(patch -> usesPort(patch, port)),
          "SROF",
          "Status, Requested Operation Failed: port " + port + " is in use");
    }
    database.put(new ManagedEntity(PATCH, aid, new TreeMap<>()));
    return CommandResult.completed();
  }

  private static boolean usesPort(ManagedEntity patch, String port) {
    return Arrays.asList(patch.name().split(",", -1)).contains(port);
  }

  private CommandResult delete(String port) {
    var patch =
        database.list(PATCH).stream()
            .filter(existing -> usesPort(existing, port))
            .findFirst()
            .orElseThrow(() -> new CommandDeniedException("IENE", "Input, Entity does Not Exist"));
    database.remove(patch);
    return CommandResult.completed();
  }
}
