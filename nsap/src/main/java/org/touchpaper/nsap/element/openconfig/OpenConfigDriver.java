package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER_BINDING;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.touchpaper.elementsession.netconf.NetconfOutcome;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.nsap.element.openconfig.OpenConfigXmlBuilder.SubinterfaceRef;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.SnapshotWithIncarnationReader;
import org.touchpaper.segment.session.SessionEventAdapter;
import org.w3c.dom.Element;

/**
 * The driver for an element with OpenConfig's models over NETCONF. Each edit is one {@link
 * ConfigTransaction}, one at a time; the running configuration afterwards decides the outcome. An
 * item's owner is its description.
 */
public final class OpenConfigDriver implements ElementDriver {

  /** Errors that mean that the server does not support the data (RFC 6241, app. A). */
  private static final Set<String> UNSUPPORTED_ERRORS =
      Set.of("operation-not-supported", "unknown-element", "unknown-namespace");

  private final String tid;
  private final NetconfSession session;
  private final boolean hasPolicing;
  private final Duration lockTimeout;
  private final SnapshotWithIncarnationReader incarnation;

  /**
   * Creates a driver.
   *
   * @param hasPolicing true if the element supports OpenConfig's QoS; otherwise it is never queried
   * @param lockTimeout how long to wait while another session has the configuration locked
   */
  public OpenConfigDriver(
      String tid, NetconfSession session, boolean hasPolicing, Duration lockTimeout) {
    this.tid = tid;
    this.session = session;
    this.hasPolicing = hasPolicing;
    this.lockTimeout = lockTimeout;
    this.incarnation =
        new SnapshotWithIncarnationReader(
            tid, session::loginCount, new BootTimeReader(tid, session)::read);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    return incarnation.read(() -> {
      var inventory = new OpenConfigItemParser(tid, running(OpenConfigXmlBuilder.filter(keys)));
      return keys.stream().flatMap(key -> inventory.findAt(key).stream()).toList();
    });
  }

  @Override
  public List<ConfigItem> listOwned() {
    return new OpenConfigItemParser(
            tid,
            running(
                hasPolicing
                    ? OpenConfigXmlBuilder.ALL + PolicerConfigBuilder.ALL
                    : OpenConfigXmlBuilder.ALL))
        .listOwned();
  }

  /** If the element does not report port states, the ports count as up. */
  @Override
  public List<PortAlarm> alarms() {
    return switch (session.call(OpenConfigXmlBuilder.STATES)) {
      case NetconfOutcome.Refused(var tag, _) when UNSUPPORTED_ERRORS.contains(tag) -> List.of();
      case NetconfOutcome reply -> new OpenConfigItemParser(tid, dataOf("get", reply)).alarms();
    };
  }

  /** Does not subscribe to notifications (RFC 5277): reading everything takes one query. */
  @Override
  public void watch(Consumer<ElementEvent> watcher) {
    SessionEventAdapter.watchConnections(session, watcher);
  }

  private Element running(String filter) {
    return dataOf("get-config", session.call(OpenConfigXmlBuilder.get("running", filter)));
  }

  private Element dataOf(String operation, NetconfOutcome answer) {
    return switch (answer) {
      case NetconfOutcome.Ok(var root) ->
          data(root).orElseThrow(() -> new ElementReadException(tid, "the reply has no data"));
      case NetconfOutcome.Refused(var tag, var message) ->
          throw new ElementReadException(tid, operation + " refused: " + tag + " " + message);
      case NetconfOutcome.NotSent(var reason) -> throw new ElementReadException(tid, reason);
      case NetconfOutcome.Unknown(var reason) -> throw new ElementReadException(tid, reason);
    };
  }

  private static Optional<Element> data(Element reply) {
    return SecureXml.elementsAt(reply, "data").stream().findFirst();
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    var config =
        switch (item.kind()) {
          case L2P2P -> OpenConfigXmlBuilder.instance(item);
          case POLICER -> PolicerConfigBuilder.policer(item);
          case POLICER_BINDING -> PolicerConfigBuilder.binding(item);
          default ->
              OpenConfigXmlBuilder.subinterface(
                  SubinterfaceRef.of(item.key()),
                  item.attributes().getOrDefault("VLAN", ""),
                  item.owner());
        };
    return edit(
        item,
        config,
        existing ->
            existing.map(
                holder -> new EditOutcome.Denied("data-exists", item.place() + heldBy(holder))));
  }

  /** The owner may have changed since it was read, so it is checked again under the lock. */
  @Override
  public EditOutcome delete(ConfigItem item) {
    var config =
        switch (item.kind()) {
          case L2P2P -> OpenConfigXmlBuilder.deleteInstance(item.key());
          case POLICER -> PolicerConfigBuilder.deletePolicer(item.key());
          case POLICER_BINDING -> PolicerConfigBuilder.deleteBinding(item.key());
          default -> OpenConfigXmlBuilder.deleteSubinterface(SubinterfaceRef.of(item.key()));
        };
    return edit(
        item,
        config,
        existing ->
            existing.isEmpty()
                ? Optional.of(
                    new EditOutcome.Denied("data-missing", item.place() + " does not exist"))
                : existing
                    .filter(holder -> !holder.owner().equals(item.owner()))
                    .map(holder ->
                        new EditOutcome.Denied("access-denied", item.place() + heldBy(holder))));
  }

  private static String heldBy(ConfigItem holder) {
    return " is held by " + holder.owner();
  }

  private EditOutcome edit(
      ConfigItem item,
      String config,
      Function<Optional<ConfigItem>, Optional<EditOutcome.Denied>> precondition) {
    var transaction =
        new ConfigTransaction(
            tid,
            config,
            OpenConfigXmlBuilder.filter(List.of(item.place())),
            reply ->
                precondition.apply(
                    data(reply)
                        .flatMap(data -> new OpenConfigItemParser(tid, data).findAt(item.place()))),
            lockTimeout);
    try {
      return session.onOneConnection(transaction::execute);
    } catch (IOException e) {
      throw new ElementReadException(tid, String.valueOf(e.getMessage()), e);
    }
  }
}
