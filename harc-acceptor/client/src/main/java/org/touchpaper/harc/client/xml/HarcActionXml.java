package org.touchpaper.harc.client.xml;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.HarcAction.ComputeNodes;
import org.touchpaper.harc.client.model.HarcAction.Lightpath;
import org.touchpaper.harc.client.model.HarcAction.Owner;
import org.touchpaper.harc.client.model.HarcAction.ResourceUnits;
import org.touchpaper.harc.client.model.HarcAction.Schedule;
import org.touchpaper.harc.client.model.HarcAction.UnknownWork;
import org.touchpaper.harc.client.model.HarcAction.Work;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.schema.harc.Cancel;
import org.touchpaper.schema.harc.Make;
import org.touchpaper.schema.harc.Modify;
import org.touchpaper.schema.harc.Person;

/**
 * Actions as XML. Clients write it, resource managers read it, acceptors pass it on unread.
 * Schedule and Work have no namespace, as in PoS(ESLEA)016 Figure 3.
 */
public final class HarcActionXml {
  private HarcActionXml() {}

  public static ResourceManagerActions write(String resourceManager, List<HarcAction> actions) {
    var xml = XmlWriter.fragment();
    actions.forEach(action -> action(xml, action));
    return new ResourceManagerActions(resourceManager, xml.toString());
  }

  private static void action(XmlWriter xml, HarcAction action) {
    switch (action) {
      case HarcAction.Make(var bookingId, var owner, var schedule, var work) -> {
        xml.startElement("h:Make").endStartTag();
        if (!bookingId.equals(HarcAction.UNASSIGNED_ID)) {
          xml.element("h:Ident", bookingId);
        }
        owner(xml, owner);
        schedule(xml, schedule);
        work(xml, work);
        xml.endElement("h:Make");
      }
      case HarcAction.Modify(var bookingId, var schedule, var work) -> {
        xml.startElement("h:Modify").endStartTag().element("h:Ident", bookingId);
        schedule(xml, schedule);
        work(xml, work);
        xml.endElement("h:Modify");
      }
      case HarcAction.Cancel(var bookingId) ->
          xml.startElement("h:Cancel")
              .endStartTag()
              .element("h:Ident", bookingId)
              .endElement("h:Cancel");
    }
  }

  private static void owner(XmlWriter xml, @Nullable Owner owner) {
    if (owner != null) {
      xml.startElement("h:Owner")
          .attribute("name", owner.name())
          .attribute("homeSite", owner.homeSite());
      xml.attribute("role", owner.role()).endStartTag();
      owner
          .virtualOrganisations()
          .forEach(
              virtualOrganisation -> xml.element("h:VirtualOrganisation", virtualOrganisation));
      xml.endElement("h:Owner");
    }
  }

  private static void schedule(XmlWriter xml, @Nullable Schedule schedule) {
    if (schedule != null) {
      xml.startElement("Schedule")
          .endStartTag()
          .startElement("TimeSpecification")
          .endStartTag()
          .startElement("Exact")
          .endStartTag();
      xml.element("StartTime", HarcXml.formatTime(schedule.startTime()));
      xml.element("EndTime", HarcXml.formatTime(schedule.endTime()));
      xml.endElement("Exact").endElement("TimeSpecification").endElement("Schedule");
    }
  }

  private static void work(XmlWriter xml, @Nullable Work work) {
    switch (work) {
      case null -> {}
      case Lightpath(var from, var to, var bandwidthMbps) -> {
        xml.startElement("Work")
            .endStartTag()
            .startElement("Path")
            .endStartTag()
            .element("From", from)
            .element("To", to);
        xml.element("BandwidthMbs", bandwidthMbps).endElement("Path").endElement("Work");
      }
      case ComputeNodes(var resource, var nodes) -> {
        xml.startElement("Work")
            .endStartTag()
            .startElement("Compute")
            .endStartTag()
            .element("Resource", resource);
        xml.element("Nodes", nodes).endElement("Compute").endElement("Work");
      }
      case ResourceUnits(var resource, var unit, var amount) -> {
        xml.startElement("Work")
            .endStartTag()
            .startElement("Units")
            .endStartTag()
            .element("Resource", resource)
            .element("Unit", unit);
        xml.element("Amount", amount).endElement("Units").endElement("Work");
      }
      case UnknownWork(var name) ->
          throw new IllegalArgumentException("cannot write work of the unknown type " + name);
    }
  }

  /**
   * Reads a client's actions. A Make without an ident, as in Figure 3, has {@link
   * HarcAction#UNASSIGNED_ID}.
   *
   * @throws MalformedMessageException if the text violates the schema
   */
  public static List<HarcAction> read(ResourceManagerActions actions) {
    return parse(actions.text()).getMakeOrModifyOrCancel().stream()
        .map(HarcActionXml::action)
        .toList();
  }

  /** Fails on text that is not valid on its own inside an Actions element. */
  static void requireWellFormed(String text) {
    parse(text);
  }

  private static org.touchpaper.schema.harc.Actions parse(String text) {
    var xml = XmlWriter.root("h:Actions").attribute("resourceManager", "any").endStartTag();
    var document = xml.raw(text).endElement("h:Actions").toString();
    return ValidatingXmlReader.read(document, org.touchpaper.schema.harc.Actions.class);
  }

  private static HarcAction action(Object element) {
    return switch (element) {
      case Make make ->
          new HarcAction.Make(
              make.getIdent() == null ? HarcAction.UNASSIGNED_ID : make.getIdent(),
              owner(make.getOwner()),
              schedule(make.getSchedule()),
              work(make.getWork()));
      case Modify modify ->
          new HarcAction.Modify(
              modify.getIdent(),
              modify.getSchedule() == null ? null : schedule(modify.getSchedule()),
              modify.getWork() == null ? null : work(modify.getWork()));
      case Cancel cancel -> new HarcAction.Cancel(cancel.getIdent());
      default ->
          throw new MalformedMessageException(
              "unknown action: " + element.getClass().getSimpleName());
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
          new Lightpath(path.getFrom(), path.getTo(), path.getBandwidthMbs());
      case org.touchpaper.schema.harc.Compute compute ->
          new ComputeNodes(compute.getResource(), compute.getNodes());
      case org.touchpaper.schema.harc.Units units ->
          new ResourceUnits(units.getResource(), units.getUnit(), units.getAmount());
      case org.w3c.dom.Element foreignElement -> new UnknownWork(foreignElement.getTagName());
      default -> new UnknownWork(work.getAny().getClass().getSimpleName());
    };
  }
}
