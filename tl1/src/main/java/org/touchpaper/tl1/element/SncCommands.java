package org.touchpaper.tl1.element;

import static org.touchpaper.tl1.element.NamedEntities.entity;
import static org.touchpaper.tl1.element.Refused.unless;

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
import org.touchpaper.tl1.element.ControlPlane.NoWay;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Sub-network connections of a CoreDirector: a transit list (DTL) names the way, a set of them is
 * what a connection (SNC) refers to. An SNC completes before it works; it is deleted once it is out
 * of service. An SNC that ends here shows as one that the system made. Of real rows one is public
 * (perfSONAR's CoreDirector.pm), and DRAGON's emulator shows what RTRV-SNC-DIAG says.
 */
final class SncCommands {

  private static final DateTimeFormatter AT =
      DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
  private static final Set<String> HIDDEN = Set.of(Snc.ROUTE, Snc.ADMIN);

  /** NODENAME1 to NODENAME20, in Ciena's grammar of ENT-DTL. */
  private static final int HOPS = 20;

  private final Shelf shelf;
  private final NamedEntities held;

  SncCommands(Shelf shelf, NamedEntities held) {
    this.shelf = shelf;
    this.held = held;
  }

  Answer enterList(Parameters parameters) {
    var name = held.newName("DTL", parameters.name());
    var hops = 0;
    while (!parameters.get("NODENAME" + (hops + 1)).isEmpty()) {
      hops++;
      var ltp = parameters.get("OSRPLTPID" + hops);
      unless(ltp.matches("\\d{1,5}"), "IIDT", "Input, Invalid Data: OSRPLTPID" + hops);
    }
    unless(hops >= 1 && hops <= HOPS, "IIDT", "Input, Invalid Data: " + hops + " hops");
    unless(!parameters.get("TERMNODENAME").isEmpty(), "IPMS", "Input, Parameter Missing");
    unless(
        parameters.get("NODENAME1").equals(shelf.config.tid()),
        "IIDT",
        "Input, Invalid Data: the route begins at " + parameters.get("NODENAME1"));
    shelf.database().put(entity("DTL", name, parameters.payload()));
    return Answer.done();
  }

  Answer deleteList(Parameters parameters) {
    var list = held.existing("DTL", parameters.name());
    checkFree(list, "DTL-SET", "WRKNM");
    shelf.database().remove(list);
    return Answer.done();
  }

  Answer enterSet(Parameters parameters) {
    var name = held.newName("DTL-SET", parameters.name());
    var _ = held.existing("DTL", parameters.get("WRKNM"));
    shelf.database().put(entity("DTL-SET", name, parameters.payload()));
    return Answer.done();
  }

  Answer deleteSet(Parameters parameters) {
    var set = held.existing("DTL-SET", parameters.name());
    checkFree(set, "SNC", "DTLSN");
    shelf.database().remove(set);
    return Answer.done();
  }

  /** Nothing else refers to it. */
  void checkFree(Entity used, String kind, String attribute) {
    for (var holder : shelf.database().list(kind)) {
      unless(
          !holder.get(attribute).equals(used.name()),
          "SNVS",
          "Status, Not in Valid State: " + used.name() + " is held by " + holder.name());
    }
  }

  /** No SNC of another element ends in this group. */
  void checkNoEnd(Entity group) {
    for (var snc : shelf.plane.endingAt(shelf.config.tid())) {
      unless(
          snc.points().stream().noneMatch(point -> point.parent().equals(group.name())),
          "SNVS",
          "Status, Not in Valid State: " + group.name() + " is held by " + systemName(snc));
    }
  }

  Answer enter(InputCommand command, Parameters parameters) {
    var name = held.newName("SNC", parameters.get("NAME"));
    var ends = command.aid().split(",", 2);
    unless(ends.length == 2, "IIAC", "Input, Invalid Access Identifier: two ends are needed");
    var from = held.existing("GTP", ends[0]);
    var set = held.existing("DTL-SET", parameters.get("DTLSN"));
    var list = held.existing("DTL", set.get("WRKNM"));
    unless(
        list.get("TERMNODENAME").equals(parameters.get("RMNODE")),
        "IIDT",
        "Input, Invalid Data: the route ends at " + list.get("TERMNODENAME"));
    unless(
        Channels.parse(from.get("CTP")).size() == Channels.parse(ends[1]).size(),
        "IIDT",
        "Input, Invalid Data: the ends differ in width");
    checkFree(from, "SNC", "FROMENDPOINT");
    checkFree(from, "CRS", "FROMENDPOINT");
    checkFree(from, "CRS", "TOENDPOINT");
    var attributes = new HashMap<>(parameters.payload());
    attributes.put("FROMENDPOINT", ends[0]);
    attributes.put("TOENDPOINT", ends[1]);
    attributes.put(Snc.ADMIN, admin(parameters));
    attributes.keySet().removeAll(Set.of("NAME", "PST"));
    shelf.database().put(entity("SNC", name, attributes));
    return Answer.done();
  }

  private static String admin(Parameters parameters) {
    return parameters.get("PST").toUpperCase(Locale.ROOT).startsWith("OOS") ? "OOS" : "IS";
  }

  Answer edit(Parameters parameters) {
    var snc = held.existing("SNC", parameters.name());
    for (var change : parameters.payload().entrySet()) {
      snc = change.getKey().equals("PST") ? snc : snc.with(change.getKey(), change.getValue());
    }
    var admin = parameters.get("PST").isEmpty() ? snc.get(Snc.ADMIN) : admin(parameters);
    var changed = snc.with(Snc.ADMIN, admin);
    shelf.database().put(admin.equals("IS") ? changed : changed.with(Snc.ROUTE, ""));
    return Answer.done();
  }

  Answer delete(Parameters parameters) {
    var snc = held.existing("SNC", parameters.name());
    unless(
        !new Snc(shelf, snc).isInService(),
        "SNVS",
        "Status, Not in Valid State: " + snc.name() + " is not out of service");
    shelf.database().remove(snc);
    return Answer.done();
  }

  Answer retrieve(Parameters parameters) {
    var here = held.asked("SNC", parameters).toList().stream().map(this::row);
    var endingHere =
        shelf.plane.endingAt(shelf.config.tid()).stream()
            .filter(snc -> parameters.isAll() || parameters.name().equals(systemName(snc)))
            .map(this::systemRow);
    return NamedEntities.listed(Stream.concat(here, endingHere).toList());
  }

  private String row(Entity entity) {
    var cause = failure(new Snc(shelf, entity));
    var now = held.existing("SNC", entity.name()); // it may just have found its way
    return NamedEntities.row(
        now.with("EPTYPE", "ORIGINATING")
            .with("PST", isOut(now) ? "OOS-MA" : cause.isEmpty() ? "IS-NR" : "OOS-AU")
            .with(
                "STATE", isOut(now) ? "IDLE" : cause.isEmpty() ? "WORKING_CONNECTED" : "STARTING"),
        HIDDEN);
  }

  private static boolean isOut(Entity snc) {
    return !snc.get(Snc.ADMIN).equals("IS");
  }

  private static String systemName(Snc snc) {
    return snc.head().config.tid() + "_" + snc.name();
  }

  private String systemRow(Snc snc) {
    return NamedEntities.row(
        new Entity("SNC", systemName(snc), snc.entity().attributes())
            .with("FROMENDPOINT", snc.entity().get("TOENDPOINT"))
            .with("TOENDPOINT", "")
            .with("RMNODE", snc.head().config.tid())
            .with("DTLSN", "")
            .with("DTLEXCL", "")
            .with("EPTYPE", "TERMINATING")
            .with("PST", failure(snc).isEmpty() ? "IS-NR" : "OOS-AU")
            .with("STATE", "TERM_WORKING_CONNECTED"),
        HIDDEN);
  }

  /** Why it does not work, if it does not. */
  private Optional<String> failure(Snc snc) {
    if (!snc.isInService()) {
      return Optional.of("Administratively locked");
    }
    try {
      var _ = shelf.plane.signalled(snc);
      return Optional.empty();
    } catch (NoWay e) {
      return Optional.of(Objects.requireNonNull(e.getMessage()));
    }
  }

  Answer diagnose(Parameters parameters) {
    var entity = held.existing("SNC", parameters.name());
    var failure = failure(new Snc(shelf, entity));
    var said = new ArrayList<String>();
    said.add(status("Snc administratively " + (isOut(entity) ? "LOCKED" : "UNLOCKED"), "Unknown"));
    if (!isOut(entity)) {
      said.add(status("Snc moves to  CREATING state", "Unknown"));
      said.add(status("Snc moves to STARTING state", "Unknown"));
      if (failure.isEmpty()) {
        said.add(status("Snc moves to WORKING state", "Unknown"));
        said.add(status("Snc IC Path Defect Clear", "Unknown"));
      } else {
        said.add(status("Snc Backoff Expiry", failure.get()));
      }
    }
    var now = AT.format(Instant.now(shelf.clock));
    return Answer.rows(
        said.stream().map(each -> parameters.name() + "," + now + "," + each).toList());
  }

  private String status(String what, String cause) {
    return "STATUS=%s,FAILURECAUSE=%s,NODE=%s,LINK=0,RMTNODE=N/A,BUNDLEID=(Level=0,Location=0,Value=0)"
        .formatted(what, cause, shelf.config.tid());
  }

  /** What the head-ends of SNCs over a port report of it. */
  static void report(List<Snc> over, boolean isDark) {
    for (var snc : over) {
      var now = Instant.now(snc.head().clock);
      snc.head().bulletin.report("REPT ALM SNC", Signals.ofPath(snc.name(), isDark, now));
    }
  }
}
