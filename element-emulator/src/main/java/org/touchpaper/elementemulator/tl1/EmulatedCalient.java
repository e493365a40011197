package org.touchpaper.elementemulator.tl1;

import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Calient DiamondWave, a photonic switch. A connection is entered, then activated; cancelled, then
 * deleted. Its id is {@code s>d} one way and {@code s-d} both ways. The formats are those of
 * existing clients; that an empty half of the AID selects any port is inferred from their {@code
 * RTRV-CRS::,:c;}. A connection across a removed port completes but carries no light.
 */
public final class EmulatedCalient implements Tl1CommandExecutor {

  private static final Pattern PORT = Pattern.compile("\\d{1,2}\\.\\d{1,2}[a-z]?\\.\\d{1,2}");
  private static final String CROSS_CONNECT = "CRS";
  private static final String REMOVED_PORT = "PORT";

  private final PersistentElementDatabase database;

  public EmulatedCalient(PersistentElementDatabase database) {
    this.database = database;
  }

  @Override
  public CommandResult notLoggedIn() {
    return CommandResult.deny("PLNA", "Login Not Active");
  }

  /** Observed by clients; not documented. */
  @Override
  public Duration loginSettleTime() {
    return Duration.ofMillis(500);
  }

  @Override
  public CommandResult execute(InputCommand command) {
    return switch (command.code()) {
      case "RTRV-HDR" -> CommandResult.completed();
      case "ENT-CRS" -> enter(command);
      case "ACT-CRS" -> setState(command, "IS");
      case "CANC-CRS" -> setState(command, "UMA");
      case "DLT-CRS" -> delete(command);
      case "RTRV-CRS" -> retrieve(command);
      case "RMV-PORT" -> removePort(command.aid());
      case "RST-PORT" -> restorePort(command.aid());
      default -> Tl1CommandExecutor.unknownCommand();
    };
  }

  private static CommandDeniedException invalidConnection() {
    return new CommandDeniedException("IDNV", "Invalid Connection");
  }

  /** The two halves of the AID block; an empty half selects any port. */
  private static List<String> ports(InputCommand command) {
    var ports = List.of(command.aid().split(",", -1));
    denyUnless(
        ports.size() == 2
            && ports.stream().allMatch(port -> port.isEmpty() || PORT.matcher(port).matches()),
        "IIAC",
        "Invalid Port");
    return ports;
  }

  private static String fieldAt(InputCommand command, int position) {
    var fields = String.join(",", command.blocks()).split(",", -1);
    return position < fields.length ? fields[position] : "";
  }

  private CommandResult enter(InputCommand command) {
    var ports = ports(command);
    var type = fieldAt(command, 1);
    denyUnless(ports.stream().noneMatch(String::isEmpty), "IIAC", "Invalid Port");
    denyUnless(List.of("1WAY", "2WAY").contains(type), "IIPG", "Invalid Connection Type");
    for (var existing : database.list(CROSS_CONNECT)) {
      if (conflicts(existing, ports, type.equals("2WAY"))) {
        throw invalidConnection();
      }
    }
    var id = ports.getFirst() + (type.equals("2WAY") ? "-" : ">") + ports.getLast();
    var group = fieldAt(command, 0);
    var name = fieldAt(command, 2);
    var attributes =
        Map.of(
            "SRCPORT",
            ports.getFirst(),
            "DSTPORT",
            ports.getLast(),
            "GRPNAME",
            group.isEmpty() ? "SYSTEM" : group,
            "CONNNAME",
            name.isEmpty() ? id : name,
            "CONNTYPE",
            type,
            "AS",
            "UMA");
    database.put(new ManagedEntity(CROSS_CONNECT, id, attributes));
    return CommandResult.completed();
  }

  /** The input or output half of a port can be in one connection only. */
  private static boolean conflicts(ManagedEntity existing, List<String> ports, boolean bothWays) {
    var source = existing.get("SRCPORT");
    var destination = existing.get("DSTPORT");
    if (bothWays || existing.get("CONNTYPE").equals("2WAY")) {
      return Stream.of(source, destination).anyMatch(ports::contains);
    }
    return source.equals(ports.getFirst()) || destination.equals(ports.getLast());
  }

  private ManagedEntity getConnection(InputCommand command) {
    var ports = ports(command);
    return database.list(CROSS_CONNECT).stream()
        .filter(connection -> connection.get("SRCPORT").equals(ports.getFirst()))
        .filter(connection -> connection.get("DSTPORT").equals(ports.getLast()))
        .filter(connection -> connection.get("GRPNAME").equals(fieldAt(command, 1)))
        .filter(connection ->
            hasName(connection, fieldAt(command, 0)) && hasName(connection, fieldAt(command, 2)))
        .findFirst()
        .orElseThrow(EmulatedCalient::invalidConnection);
  }

  private static boolean hasName(ManagedEntity connection, String name) {
    return name.isEmpty()
        || name.equals(connection.name())
        || name.equals(connection.get("CONNNAME"));
  }

  private CommandResult setState(InputCommand command, String state) {
    var connection = getConnection(command);
    if (connection.get("AS").equals(state)) {
      throw invalidConnection();
    }
    database.put(connection.with("AS", state));
    return CommandResult.completed();
  }

  private CommandResult delete(InputCommand command) {
    var connection = getConnection(command);
    denyUnless(connection.get("AS").equals("UMA"), "SNVS", "Connection is Active");
    database.remove(connection);
    return CommandResult.completed();
  }

  private CommandResult retrieve(InputCommand command) {
    var ports = fieldAt(command, 0).equals("ALL") ? List.of("", "") : ports(command);
    var rows =
        database.list(CROSS_CONNECT).stream()
            .filter(connection -> matchesOrAny(ports.getFirst(), connection.get("SRCPORT")))
            .filter(connection -> matchesOrAny(ports.getLast(), connection.get("DSTPORT")))
            .map(this::row)
            .toList();
    if (rows.isEmpty()) {
      throw invalidConnection();
    }
    return CommandResult.rows(rows);
  }

  private static boolean matchesOrAny(String requested, String port) {
    return requested.isEmpty() || requested.equals(port);
  }

  private String row(ManagedEntity connection) {
    var isDark =
        Stream.of(connection.get("SRCPORT"), connection.get("DSTPORT"))
            .anyMatch(port -> database.find(REMOVED_PORT, port).isPresent());
    var stored =
        Stream.of("SRCPORT", "DSTPORT", "GRPNAME", "CONNNAME", "CONNTYPE", "AS")
            .map(attribute -> attribute + "=" + connection.get(attribute))
            .collect(Collectors.joining(","));
    return "%s:%s,OS=%s,OC=%s,PS=UPR,AL=CL"
        .formatted(
            connection.name(),
            stored,
            connection.get("AS").equals("IS") ? "IS" : "RDY",
            isDark ? "FAIL" : "OK");
  }

  private CommandResult removePort(String port) {
    denyUnless(PORT.matcher(port).matches(), "IIAC", "Invalid Port");
    database.put(new ManagedEntity(REMOVED_PORT, port, new TreeMap<>()));
    return CommandResult.completed();
  }

  private CommandResult restorePort(String port) {
    database.find(REMOVED_PORT, port).ifPresent(database::remove);
    return CommandResult.completed();
  }
}
