package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfig.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.SUBINTERFACE;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.openconfig.Subtree.Place;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.w3c.dom.Element;

/**
 * An element with OpenConfig's models over NETCONF with the candidate capability: each edit is
 * locked, edited into the candidate, committed and unlocked (RFC 6241, sections 7 and 8.3), one at
 * a time, and what the running configuration says afterwards decides. An owner is a description.
 * What the element restarts with is its own matter, so it is never taken to have restarted.
 */
final class OpenConfigDriver implements ElementDriver {

  private static final String CANDIDATE = "<target><candidate/></target>";

  private final String tid;
  private final NetconfSession session;
  private final Duration settle;
  private final Incarnation incarnation;
  private final ReentrantLock writes = new ReentrantLock(true);

  OpenConfigDriver(String tid, NetconfSession session, Duration settle) {
    this.tid = tid;
    this.session = session;
    this.settle = settle;
    this.incarnation = new Incarnation(tid, session::connections, () -> "");
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(SUBINTERFACE, L2P2P), settle);
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> {
      var data = running(keys);
      return keys.stream().flatMap(key -> at(key, data).stream()).toList();
    });
  }

  private Element running(Collection<Item.Key> keys) {
    var interfaces =
        keys.stream()
            .filter(key -> key.kind().equals(SUBINTERFACE))
            .map(key -> Place.of(key.key()).port())
            .distinct()
            .toList();
    var instances =
        keys.stream().filter(key -> key.kind().equals(L2P2P)).map(Item.Key::key).toList();
    var reply =
        session.ask(
            "<get-config><source><running/></source><filter type=\"subtree\">"
                + Subtree.filter(interfaces, instances)
                + "</filter></get-config>");
    return switch (reply) {
      case NetconfReply.Ok(var root) ->
          Xml.all(root, "data").stream()
              .findFirst()
              .orElseThrow(() -> new ElementUnreachable(tid, "a reply without data"));
      case NetconfReply.Refused(var tag, var message) ->
          throw new ElementUnreachable(tid, "get-config refused: " + tag + " " + message);
      case NetconfReply.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case NetconfReply.Unknown(var reason) -> throw new ElementUnreachable(tid, reason);
    };
  }

  private Optional<Item> at(Item.Key key, Element data) {
    return key.kind().equals(L2P2P)
        ? Xml.all(data, "network-instances", "network-instance").stream()
            .filter(each -> Xml.text(each, "name").filter(key.key()::equals).isPresent())
            .findFirst()
            .map(each -> instance(key, each))
        : subinterface(key, data);
  }

  private Item instance(Item.Key key, Element instance) {
    var attributes = new HashMap<String, String>();
    for (var point : Xml.all(instance, "connection-points", "connection-point")) {
      var at = Xml.all(point, "endpoints", "endpoint", "local", "config").stream().findFirst();
      var side = Xml.text(point, "connection-point-id");
      if (at.isPresent() && side.isPresent()) {
        attributes.put(
            side.get(),
            Xml.text(at.get(), "interface").orElse("")
                + "."
                + Xml.text(at.get(), "subinterface").orElse(""));
      }
    }
    return item(key, Xml.text(instance, "config", "description"), attributes);
  }

  /** What has its index, or takes its VLAN under another. */
  private Optional<Item> subinterface(Item.Key key, Element data) {
    var place = Place.of(key.key());
    return Xml.all(data, "interfaces", "interface").stream()
        .filter(each -> Xml.text(each, "name").filter(place.port()::equals).isPresent())
        .flatMap(each -> Xml.all(each, "subinterfaces", "subinterface").stream())
        .filter(each ->
            Xml.text(each, "index").filter(place.index()::equals).isPresent()
                || vlan(each).equals(place.index()))
        .findFirst()
        .map(each ->
            item(
                key,
                Xml.text(each, "config", "description"),
                Map.of(
                    "INDEX",
                    Xml.text(each, "index").orElse(""),
                    "VLAN",
                    vlan(each),
                    "ENABLED",
                    Xml.text(each, "config", "enabled").orElse("true"))));
  }

  private static String vlan(Element subinterface) {
    return Xml.text(subinterface, "vlan", "match", "single-tagged", "config", "vlan-id").orElse("");
  }

  private Item item(Item.Key key, Optional<String> description, Map<String, String> attributes) {
    return new Item(
        tid,
        key.kind(),
        key.key(),
        description.filter(text -> !text.isEmpty()).orElse("somebody who described nothing"),
        attributes);
  }

  @Override
  public Outcome create(Item item) {
    return edit(
        item.kind().equals(L2P2P)
            ? Subtree.instance(item)
            : Subtree.subinterface(
                Place.of(item.key()), item.attributes().getOrDefault("VLAN", ""), item.owner()));
  }

  @Override
  public Outcome delete(Item item) {
    return edit(
        item.kind().equals(L2P2P)
            ? Subtree.withoutInstance(item.key())
            : Subtree.withoutSubinterface(Place.of(item.key())));
  }

  private Outcome edit(String config) {
    writes.lock();
    try {
      var locked = outcome(session.ask("<lock>" + CANDIDATE + "</lock>"));
      return switch (locked) {
        case Outcome.Done() -> edited(config);
        case Outcome.Denied _ -> locked; // somebody else is editing
        case Outcome.Unknown _ -> dropped(locked);
      };
    } finally {
      writes.unlock();
    }
  }

  private Outcome edited(String config) {
    for (var step :
        List.of(
            "<edit-config>" + CANDIDATE + "<config>" + config + "</config></edit-config>",
            "<commit/>")) {
      var outcome = outcome(session.ask(step));
      switch (outcome) {
        case Outcome.Done() -> {}
        case Outcome.Denied _ -> {
          return unlocked(outcome, "<discard-changes/>");
        }
        case Outcome.Unknown _ -> {
          return dropped(outcome);
        }
      }
    }
    return unlocked(new Outcome.Done());
  }

  private Outcome unlocked(Outcome after, String... before) {
    var all = Stream.concat(Stream.of(before), Stream.of("<unlock>" + CANDIDATE + "</unlock>"));
    var areDone = all.allMatch(each -> session.ask(each) instanceof NetconfReply.Ok);
    return areDone ? after : dropped(after);
  }

  /** With the session its lock ends, and what it left in the candidate is discarded. */
  private Outcome dropped(Outcome because) {
    session.drop("the candidate could not be left as it was");
    return because;
  }

  private Outcome outcome(NetconfReply reply) {
    return switch (reply) {
      case NetconfReply.Ok _ -> new Outcome.Done();
      case NetconfReply.Refused(var tag, var message) -> new Outcome.Denied(tag, message);
      case NetconfReply.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case NetconfReply.Unknown(var reason) -> new Outcome.Unknown(reason);
    };
  }
}
