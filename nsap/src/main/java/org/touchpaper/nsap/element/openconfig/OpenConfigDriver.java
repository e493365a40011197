package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfig.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICED;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.SUBINTERFACE;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.touchpaper.nsap.element.openconfig.Subtree.Place;
import org.touchpaper.segment.access.SessionHints;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.w3c.dom.Element;

/**
 * An element with OpenConfig's models over NETCONF: each item is one {@link Edit}, one at a time,
 * and what the running configuration says afterwards decides. An owner is a description.
 */
final class OpenConfigDriver implements ElementDriver {

  /** Errors by which a server says that it does not have what was asked for (RFC 6241, app. A). */
  private static final Set<String> TELLS_NOT =
      Set.of("operation-not-supported", "unknown-element", "unknown-namespace");

  private final String tid;
  private final NetconfSession session;
  private final boolean polices;
  private final Duration patience;
  private final Incarnation incarnation;

  /**
   * A driver on this session.
   *
   * @param polices whether the element keeps OpenConfig's QoS; another is never asked about it
   * @param patience how long to wait while somebody else has the configuration locked
   */
  OpenConfigDriver(String tid, NetconfSession session, boolean polices, Duration patience) {
    this.tid = tid;
    this.session = session;
    this.polices = polices;
    this.patience = patience;
    this.incarnation = new Incarnation(tid, session::logins, new LastStart(tid, session)::ask);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        polices ? Set.of(SUBINTERFACE, L2P2P, POLICER, POLICED) : Set.of(SUBINTERFACE, L2P2P));
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> {
      var there = new Holdings(tid, running(Subtree.filter(keys)));
      return keys.stream().flatMap(key -> there.at(key).stream()).toList();
    });
  }

  @Override
  public List<Item> listOurs() {
    return new Holdings(tid, running(polices ? Subtree.ALL + Policing.ALL : Subtree.ALL)).ours();
  }

  /** An element that does not tell of its ports is believed that they are up. */
  @Override
  public List<PortAlarm> alarms() {
    return switch (session.ask(Subtree.STATES)) {
      case NetconfReply.Refused(var tag, _) when TELLS_NOT.contains(tag) -> List.of();
      case NetconfReply reply -> new Holdings(tid, dataOf("get", reply)).portsDown();
    };
  }

  /** Its notifications (RFC 5277) are not subscribed to: a reading of all costs one question. */
  @Override
  public void watch(Consumer<Hint> watcher) {
    SessionHints.ofConnections(session, watcher);
  }

  private Element running(String filter) {
    return dataOf("get-config", session.ask(Subtree.get("running", filter)));
  }

  private Element dataOf(String operation, NetconfReply answer) {
    return switch (answer) {
      case NetconfReply.Ok(var root) ->
          data(root).orElseThrow(() -> new ElementUnreachable(tid, "a reply without data"));
      case NetconfReply.Refused(var tag, var message) ->
          throw new ElementUnreachable(tid, operation + " refused: " + tag + " " + message);
      case NetconfReply.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case NetconfReply.Unknown(var reason) -> throw new ElementUnreachable(tid, reason);
    };
  }

  private static Optional<Element> data(Element reply) {
    return Xml.all(reply, "data").stream().findFirst();
  }

  @Override
  public Outcome create(Item item) {
    var config =
        switch (item.kind()) {
          case L2P2P -> Subtree.instance(item);
          case POLICER -> Policing.policer(item);
          case POLICED -> Policing.binding(item);
          default ->
              Subtree.subinterface(
                  Place.of(item.key()), item.attributes().getOrDefault("VLAN", ""), item.owner());
        };
    return edit(
        item,
        config,
        there ->
            there.map(holder -> new Outcome.Denied("data-exists", item.place() + heldBy(holder))));
  }

  /**
   * What was read as ours may be somebody else's by now: that is looked at again under the lock.
   */
  @Override
  public Outcome delete(Item item) {
    var config =
        switch (item.kind()) {
          case L2P2P -> Subtree.withoutInstance(item.key());
          case POLICER -> Policing.withoutPolicer(item.key());
          case POLICED -> Policing.withoutBinding(item.key());
          default -> Subtree.withoutSubinterface(Place.of(item.key()));
        };
    return edit(
        item,
        config,
        there ->
            there.isEmpty()
                ? Optional.of(new Outcome.Denied("data-missing", item.place() + " is gone"))
                : there
                    .filter(holder -> !holder.owner().equals(item.owner()))
                    .map(holder ->
                        new Outcome.Denied("access-denied", item.place() + heldBy(holder))));
  }

  private static String heldBy(Item holder) {
    return " is held by " + holder.owner();
  }

  private Outcome edit(
      Item item, String config, Function<Optional<Item>, Optional<Outcome.Denied>> objection) {
    var edit =
        new Edit(
            tid,
            config,
            Subtree.filter(List.of(item.place())),
            reply ->
                objection.apply(
                    data(reply).flatMap(there -> new Holdings(tid, there).at(item.place()))),
            patience);
    try {
      return session.onOne(edit::on);
    } catch (IOException e) {
      throw new ElementUnreachable(tid, String.valueOf(e.getMessage()), e);
    }
  }
}
