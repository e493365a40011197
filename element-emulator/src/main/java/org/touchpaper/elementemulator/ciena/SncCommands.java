package org.touchpaper.elementemulator.ciena;

import static org.touchpaper.elementemulator.ciena.NamedEntities.entity;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyIfHeld;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.requireData;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.ciena.ControlPlane.RouteUnavailableException;
import org.touchpaper.elementemulator.state.ChannelListParser;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.SignalAlarms;
import org.touchpaper.elementemulator.tl1.CommandParameters;
import org.touchpaper.elementemulator.tl1.CommandResult;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The commands for sub-network connections of a CoreDirector. A transit list (DTL) names a route,
 * and an SNC refers to a set of them. ENT-SNC completes before the SNC works; an SNC can be deleted
 * once it is out of service. An SNC that ends here is shown as created by the system. One real row
 * is public (perfSONAR's CoreDirector.pm); DRAGON's emulator shows the output of RTRV-SNC-DIAG.
 */
public final class SncCommands {

  private static final DateTimeFormatter DIAGNOSIS_TIME =
      DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
  private static final Set<String> HIDDEN_ATTRIBUTES = Set.of(Snc.ROUTE, Snc.ADMIN);

  /** NODENAME1 to NODENAME20 in Ciena's grammar of ENT-DTL. */
  private static final int MAX_HOPS = 20;

  private final ElementState state;
  private final ControlPlane controlPlane;
  private final NamedEntities entities;

  SncCommands(ElementState state, ControlPlane controlPlane, NamedEntities entities) {
    this.state = state;
    this.controlPlane = controlPlane;
    this.entities = entities;
  }

  CommandResult enterList(CommandParameters parameters) {
    var name = entities.validateNewName("DTL", parameters.name());
    var hops = 0;
    while (!parameters.get("NODENAME" + (hops + 1)).isEmpty()) {
      hops++;
      var ltp = parameters.get("OSRPLTPID" + hops);
      requireData(ltp.matches("\\d{1,5}"), "OSRPLTPID" + hops);
    }
    requireData(hops >= 1 && hops <= MAX_HOPS, hops + " hops");
    denyUnless(!parameters.get("TERMNODENAME").isEmpty(), "IPMS", "Input, Parameter Missing");
    requireData(
        parameters.get("NODENAME1").equals(state.config.tid()),
        "the route begins at " + parameters.get("NODENAME1"));
    return entities.put(entity("DTL", name, parameters.payload()));
  }

  CommandResult deleteList(CommandParameters parameters) {
    var list = entities.get("DTL", parameters.name());
    checkFree(list, "DTL-SET", "WRKNM");
    return entities.remove(list);
  }

  CommandResult enterSet(CommandParameters parameters) {
    var name = entities.validateNewName("DTL-SET", parameters.name());
    var _ = entities.get("DTL", parameters.get("WRKNM"));
    return entities.put(entity("DTL-SET", name, parameters.payload()));
  }

  CommandResult deleteSet(CommandParameters parameters) {
    var set = entities.get("DTL-SET", parameters.name());
    checkFree(set, "SNC", "DTLSN");
    return entities.remove(set);
  }

  /** Denies the command if another entity refers to this one. */
  void checkFree(ManagedEntity entity, String kind, String attribute) {
    for (var holder : state.database().list(kind)) {
      denyIfHeld(holder.get(attribute).equals(entity.name()), entity.name(), holder.name());
    }
  }

  /** Denies the command if an SNC of another element ends in this group. */
  void checkNoTermination(ManagedEntity group) {
    for (var snc : controlPlane.listTerminatingAt(state.config.tid())) {
      denyIfHeld(
          snc.terminationPoints().stream().anyMatch(point -> point.parent().equals(group.name())),
          group.name(),
          systemName(snc));
    }
  }

  CommandResult enter(InputCommand command, CommandParameters parameters) {
    var name = entities.validateNewName("SNC", parameters.get("NAME"));
    var ends = command.aid().split(",", 2);
    denyUnless(ends.length == 2, "IIAC", "Input, Invalid Access Identifier: two ends are needed");
    var from = entities.get("GTP", ends[0]);
    var set = entities.get("DTL-SET", parameters.get("DTLSN"));
    var list = entities.get("DTL", set.get("WRKNM"));
    requireData(
        list.get("TERMNODENAME").equals(parameters.get("RMNODE")),
        "the route ends at " + list.get("TERMNODENAME"));
    requireData(
        ChannelListParser.parse(from.get("CTP")).size() == ChannelListParser.parse(ends[1]).size(),
        "the ends differ in width");
    checkFree(from, "SNC", "FROMENDPOINT");
    checkFree(from, "CRS", "FROMENDPOINT");
    checkFree(from, "CRS", "TOENDPOINT");
    var attributes = new HashMap<>(parameters.payload());
    attributes.put("FROMENDPOINT", ends[0]);
    attributes.put("TOENDPOINT", ends[1]);
    attributes.put(Snc.ADMIN, requestedAdmin(parameters));
    attributes.keySet().removeAll(Set.of("NAME", "PST"));
    return entities.put(entity("SNC", name, attributes));
  }

  private static String requestedAdmin(CommandParameters parameters) {
    return parameters.get("PST").toUpperCase(Locale.ROOT).startsWith("OOS") ? "OOS" : "IS";
  }

  CommandResult edit(CommandParameters parameters) {
    var snc = entities.get("SNC", parameters.name());
    for (var change : parameters.payload().entrySet()) {
      snc = change.getKey().equals("PST") ? snc : snc.with(change.getKey(), change.getValue());
    }
    var admin = parameters.get("PST").isEmpty() ? snc.get(Snc.ADMIN) : requestedAdmin(parameters);
    var changed = snc.with(Snc.ADMIN, admin);
    return entities.put(admin.equals("IS") ? changed : changed.with(Snc.ROUTE, ""));
  }

  CommandResult delete(CommandParameters parameters) {
    var snc = entities.get("SNC", parameters.name());
    denyUnless(
        !new Snc(state, snc).isInService(),
        "SNVS",
        "Status, Not in Valid State: " + snc.name() + " is not out of service");
    return entities.remove(snc);
  }

  CommandResult retrieve(CommandParameters parameters) {
    var beginningHere = entities.select("SNC", parameters).toList().stream().map(this::row);
    var endingHere =
        controlPlane.listTerminatingAt(state.config.tid()).stream()
            .filter(snc -> parameters.isAll() || parameters.name().equals(systemName(snc)))
            .map(this::systemRow);
    return NamedEntities.listResult(Stream.concat(beginningHere, endingHere).toList());
  }

  private String row(ManagedEntity entity) {
    var cause = findFailure(new Snc(state, entity));
    var current = entities.get("SNC", entity.name()); // reading may just have established its route
    return NamedEntities.row(
        current
            .with("EPTYPE", "ORIGINATING")
            .with("PST", isOutOfService(current) ? "OOS-MA" : cause.isEmpty() ? "IS-NR" : "OOS-AU")
            .with(
                "STATE",
                isOutOfService(current)
                    ? "IDLE"
                    : cause.isEmpty() ? "WORKING_CONNECTED" : "STARTING"),
        HIDDEN_ATTRIBUTES);
  }

  private static boolean isOutOfService(ManagedEntity snc) {
    return !snc.get(Snc.ADMIN).equals("IS");
  }

  private static String systemName(Snc snc) {
    return snc.headEnd().config.tid() + "_" + snc.name();
  }

  private String systemRow(Snc snc) {
    return NamedEntities.row(
        new ManagedEntity("SNC", systemName(snc), snc.entity().attributes())
            .with("FROMENDPOINT", snc.entity().get("TOENDPOINT"))
            .with("TOENDPOINT", "")
            .with("RMNODE", snc.headEnd().config.tid())
            .with("DTLSN", "")
            .with("DTLEXCL", "")
            .with("EPTYPE", "TERMINATING")
            .with("PST", findFailure(snc).isEmpty() ? "IS-NR" : "OOS-AU")
            .with("STATE", "TERM_WORKING_CONNECTED"),
        HIDDEN_ATTRIBUTES);
  }

  /** The reason why an SNC does not work, if it does not. */
  private Optional<String> findFailure(Snc snc) {
    if (!snc.isInService()) {
      return Optional.of("Administratively locked");
    }
    try {
      var _ = controlPlane.establish(snc);
      return Optional.empty();
    } catch (RouteUnavailableException e) {
      return Optional.of(Objects.requireNonNull(e.getMessage()));
    }
  }

  CommandResult diagnose(CommandParameters parameters) {
    var entity = entities.get("SNC", parameters.name());
    var failure = findFailure(new Snc(state, entity));
    var changes = new ArrayList<String>();
    changes.add("Snc administratively " + (isOutOfService(entity) ? "LOCKED" : "UNLOCKED"));
    if (!isOutOfService(entity)) {
      changes.addAll(List.of("Snc moves to  CREATING state", "Snc moves to STARTING state"));
      changes.addAll(
          failure.isEmpty()
              ? List.of("Snc moves to WORKING state", "Snc IC Path Defect Clear")
              : List.of("Snc Backoff Expiry"));
    }
    var now = DIAGNOSIS_TIME.format(Instant.now(state.clock));
    return CommandResult.rows(
        changes.stream()
            .map(change ->
                statusRow(
                    parameters.name() + "," + now,
                    change,
                    change.contains("Backoff") ? failure.orElseThrow() : "Unknown"))
            .toList());
  }

  private String statusRow(String start, String text, String cause) {
    return ("%s,STATUS=%s,FAILURECAUSE=%s,NODE=%s,LINK=0,RMTNODE=N/A,"
            + "BUNDLEID=(Level=0,Location=0,Value=0)")
        .formatted(start, text, cause, state.config.tid());
  }

  /** Reports alarms from the head-ends of SNCs across a port. */
  public static void reportPathAlarms(List<Snc> sncs, boolean isLost) {
    for (var snc : sncs) {
      var now = Instant.now(snc.headEnd().clock);
      snc.headEnd()
          .broadcaster
          .broadcast("REPT ALM SNC", SignalAlarms.pathReport(snc.name(), isLost, now));
    }
  }
}
