package org.touchpaper.harc.client.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
import org.touchpaper.schema.harc.Actions;
import org.touchpaper.schema.harc.Bookings;
import org.touchpaper.schema.harc.Cancel;
import org.touchpaper.schema.harc.Compute;
import org.touchpaper.schema.harc.Exact;
import org.touchpaper.schema.harc.Make;
import org.touchpaper.schema.harc.Modify;
import org.touchpaper.schema.harc.Path;
import org.touchpaper.schema.harc.Person;
import org.touchpaper.schema.harc.TimeSpecification;
import org.touchpaper.schema.harc.Units;

/**
 * Actions as XML. Clients write it, resource managers read it, acceptors pass it on unread.
 * Schedule and Work have no namespace, as in PoS(ESLEA)016 Figure 3.
 */
public final class HarcActionXml {
  private static final Pattern XML_DECLARATION = Pattern.compile("^\\s*<\\?xml\\s[^>]*>");
  private static final String BOOKINGS =
      "<h:Bookings xmlns:h=\"" + HarcMessageXml.NAMESPACE + "\">%s</h:Bookings>";

  private HarcActionXml() {}

  public static ResourceManagerActions write(String resourceManager, List<HarcAction> actions) {
    var xml = new Actions();
    xml.setResourceManager(resourceManager);
    actions.forEach(action -> xml.getMakeOrModifyOrCancel().add(toXml(action)));
    return new ResourceManagerActions(
        resourceManager, RawXmlSlicer.contentsOf(JaxbXmlWriter.write(xml), "h:Actions").getFirst());
  }

  /**
   * Reads the body of a client without a BAR, which has no root element: Schedule and Work as in
   * Figure 3, or Make, Modify and Cancel. A Schedule with the Works that follow it is a Make of
   * each.
   *
   * @throws MalformedMessageException if the text violates the schema
   */
  public static List<HarcAction> readBookings(String text) {
    var bookings = parseBookings(XML_DECLARATION.matcher(text).replaceFirst(""));
    var actions = new ArrayList<HarcAction>();
    var schedule = new org.touchpaper.schema.harc.Schedule();
    for (var element : bookings.getScheduleAndWorkOrMake()) {
      switch (element) {
        case org.touchpaper.schema.harc.Schedule next -> schedule = next;
        case org.touchpaper.schema.harc.Work work ->
            actions.add(
                new HarcAction.Make(HarcAction.UNASSIGNED_ID, schedule(schedule), work(work)));
        default -> actions.add(action(element));
      }
    }
    return actions;
  }

  private static Bookings parseBookings(String body) {
    try {
      return ValidatingXmlReader.read(BOOKINGS.formatted(body), Bookings.class);
    } catch (MalformedMessageException e) {
      throw new MalformedMessageException(
          "the body must contain Schedule and Work, or h:Make, h:Modify and h:Cancel, as in"
              + " docs/api.md: "
              + e.getMessage(),
          e);
    }
  }

  private static Object toXml(HarcAction action) {
    return switch (action) {
      case HarcAction.Make(var bookingId, var owner, var schedule, var work) -> {
        var make = new Make();
        make.setIdent(bookingId.equals(HarcAction.UNASSIGNED_ID) ? null : bookingId);
        make.setOwner(toXml(owner));
        make.setSchedule(toXml(schedule));
        make.setWork(toXml(work));
        yield make;
      }
      case HarcAction.Modify(var bookingId, var schedule, var work) -> {
        var modify = new Modify();
        modify.setIdent(bookingId);
        modify.setSchedule(toXml(schedule));
        modify.setWork(toXml(work));
        yield modify;
      }
      case HarcAction.Cancel(var bookingId) -> {
        var cancel = new Cancel();
        cancel.setIdent(bookingId);
        yield cancel;
      }
    };
  }

  private static @Nullable Person toXml(@Nullable Owner owner) {
    if (owner == null) {
      return null;
    }
    var person = new Person();
    person.setName(owner.name());
    person.setHomeSite(owner.homeSite());
    person.getVirtualOrganisation().addAll(owner.virtualOrganisations());
    person.setRole(owner.role());
    return person;
  }

  private static org.touchpaper.schema.harc.@Nullable Schedule toXml(@Nullable Schedule schedule) {
    if (schedule == null) {
      return null;
    }
    var exact = new Exact();
    exact.setStartTime(schedule.startTime());
    exact.setEndTime(schedule.endTime());
    var time = new TimeSpecification();
    time.setExact(exact);
    var xml = new org.touchpaper.schema.harc.Schedule();
    xml.setTimeSpecification(time);
    return xml;
  }

  private static org.touchpaper.schema.harc.@Nullable Work toXml(@Nullable Work work) {
    if (work == null) {
      return null;
    }
    var xml = new org.touchpaper.schema.harc.Work();
    xml.setAny(
        switch (work) {
          case Lightpath(var from, var to, var bandwidthMbps) -> {
            var path = new Path();
            path.setFrom(from);
            path.setTo(to);
            path.setBandwidthMbs(bandwidthMbps);
            yield path;
          }
          case ComputeNodes(var resource, var nodes, var run) -> {
            var compute = new Compute();
            compute.setResource(resource);
            compute.setNodes(nodes);
            compute.setRun(RunXml.toXml(run));
            yield compute;
          }
          case ResourceUnits(var resource, var unit, var amount) -> {
            var units = new Units();
            units.setResource(resource);
            units.setUnit(unit);
            units.setAmount(amount);
            yield units;
          }
          case UnknownWork(var name) ->
              throw new IllegalArgumentException("cannot write work of the unknown type " + name);
        });
    return xml;
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

  private static Actions parse(String text) {
    return ValidatingXmlReader.read(element("any", text), Actions.class);
  }

  /** An Actions element with the text as it is. */
  static String element(String resourceManager, String text) {
    var actions = new Actions();
    actions.setResourceManager(resourceManager);
    var empty = JaxbXmlWriter.write(actions);
    return empty.replaceFirst("(/>|></h:Actions>)$", ">") + text + "</h:Actions>";
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
      case Path path -> new Lightpath(path.getFrom(), path.getTo(), path.getBandwidthMbs());
      case Compute compute ->
          new ComputeNodes(
              compute.getResource(), compute.getNodes(), RunXml.request(compute.getRun()));
      case Units units ->
          new ResourceUnits(units.getResource(), units.getUnit(), units.getAmount());
      case org.w3c.dom.Element foreignElement -> new UnknownWork(foreignElement.getTagName());
      default -> new UnknownWork(work.getAny().getClass().getSimpleName());
    };
  }
}
