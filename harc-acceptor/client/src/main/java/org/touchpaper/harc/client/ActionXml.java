package org.touchpaper.harc.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.Action.Compute;
import org.touchpaper.harc.client.Action.Other;
import org.touchpaper.harc.client.Action.Owner;
import org.touchpaper.harc.client.Action.Path;
import org.touchpaper.harc.client.Action.Schedule;
import org.touchpaper.harc.client.Action.Units;
import org.touchpaper.harc.client.Action.Work;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.schema.harc.Cancel;
import org.touchpaper.schema.harc.Make;
import org.touchpaper.schema.harc.Modify;
import org.touchpaper.schema.harc.Person;

/**
 * Actions as text: written by the client, read by the resource manager, opaque to the acceptors in
 * between. Schedule and Work stand without a namespace, as PoS(ESLEA)016 Figure 3 prints them.
 */
public final class ActionXml {
  private ActionXml() {}

  public static Actions write(String resourceManager, List<Action> actions) {
    var xml = XmlText.fragment();
    actions.forEach(action -> action(xml, action));
    return new Actions(resourceManager, xml.toString());
  }

  private static void action(XmlText xml, Action action) {
    switch (action) {
      case Action.Make(var ident, var owner, var schedule, var work) -> {
        xml.tag("h:Make").in();
        if (!ident.equals(Action.NAMELESS)) {
          xml.element("h:Ident", ident);
        }
        owner(xml, owner);
        schedule(xml, schedule);
        work(xml, work);
        xml.end("h:Make");
      }
      case Action.Modify(var ident, var schedule, var work) -> {
        xml.tag("h:Modify").in().element("h:Ident", ident);
        schedule(xml, schedule);
        work(xml, work);
        xml.end("h:Modify");
      }
      case Action.Cancel(var ident) ->
          xml.tag("h:Cancel").in().element("h:Ident", ident).end("h:Cancel");
    }
  }

  private static void owner(XmlText xml, @Nullable Owner owner) {
    if (owner != null) {
      xml.tag("h:Owner").attribute("name", owner.name()).attribute("homeSite", owner.homeSite());
      xml.attribute("role", owner.role()).in();
      owner.virtualOrganisations().forEach(each -> xml.element("h:VirtualOrganisation", each));
      xml.end("h:Owner");
    }
  }

  private static void schedule(XmlText xml, @Nullable Schedule schedule) {
    if (schedule != null) {
      xml.tag("Schedule").in().tag("TimeSpecification").in().tag("Exact").in();
      xml.element("StartTime", HarcXml.time(schedule.startTime()));
      xml.element("EndTime", HarcXml.time(schedule.endTime()));
      xml.end("Exact").end("TimeSpecification").end("Schedule");
    }
  }

  private static void work(XmlText xml, @Nullable Work work) {
    switch (work) {
      case null -> {}
      case Path(var from, var to, var bandwidth) -> {
        xml.tag("Work").in().tag("Path").in().element("From", from).element("To", to);
        xml.element("BandwidthMbs", bandwidth).end("Path").end("Work");
      }
      case Compute(var resource, var nodes) -> {
        xml.tag("Work").in().tag("Compute").in().element("Resource", resource);
        xml.element("Nodes", nodes).end("Compute").end("Work");
      }
      case Units(var resource, var unit, var amount) -> {
        xml.tag("Work").in().tag("Units").in().element("Resource", resource).element("Unit", unit);
        xml.element("Amount", amount).end("Units").end("Work");
      }
      case Other(var name) ->
          throw new IllegalArgumentException("no way to write work called " + name);
    }
  }

  /**
   * Reads what a client wrote. A Make without an ident (Figure 3 has none) is nameless.
   *
   * @throws MalformedMessage if it is not what the schema says
   */
  public static List<Action> read(Actions actions) {
    return parse(actions.text()).getMakeOrModifyOrCancel().stream().map(ActionXml::action).toList();
  }

  /** Fails on text that cannot stand on its own inside Actions. */
  static void check(String text) {
    parse(text);
  }

  private static org.touchpaper.schema.harc.Actions parse(String text) {
    var xml = XmlText.root("h:Actions").attribute("resourceManager", "any").in();
    var document = xml.raw(text).end("h:Actions").toString();
    return XmlReader.read(document, org.touchpaper.schema.harc.Actions.class);
  }

  private static Action action(Object element) {
    return switch (element) {
      case Make make ->
          new Action.Make(
              make.getIdent() == null ? Action.NAMELESS : make.getIdent(),
              owner(make.getOwner()),
              schedule(make.getSchedule()),
              work(make.getWork()));
      case Modify modify ->
          new Action.Modify(
              modify.getIdent(),
              modify.getSchedule() == null ? null : schedule(modify.getSchedule()),
              modify.getWork() == null ? null : work(modify.getWork()));
      case Cancel cancel -> new Action.Cancel(cancel.getIdent());
      default -> throw new MalformedMessage("no action is a " + element.getClass().getSimpleName());
    };
  }

  private static @Nullable Owner owner(@Nullable Person person) {
    return person == null
        ? null
        : new Owner(
            person.getName(),
            person.getHomeSite(),
            person.getVirtualOrganisation(),
            person.getRole());
  }

  private static Schedule schedule(org.touchpaper.schema.harc.Schedule schedule) {
    var exact = schedule.getTimeSpecification().getExact();
    return new Schedule(exact.getStartTime(), exact.getEndTime());
  }

  private static Work work(org.touchpaper.schema.harc.Work work) {
    return switch (work.getAny()) {
      case org.touchpaper.schema.harc.Path path ->
          new Path(path.getFrom(), path.getTo(), path.getBandwidthMbs());
      case org.touchpaper.schema.harc.Compute compute ->
          new Compute(compute.getResource(), compute.getNodes());
      case org.touchpaper.schema.harc.Units units ->
          new Units(units.getResource(), units.getUnit(), units.getAmount());
      case org.w3c.dom.Element other -> new Other(other.getTagName());
      default -> new Other(work.getAny().getClass().getSimpleName());
    };
  }
}
