package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusConfiguration.ACCESS;
import static org.touchpaper.lnsap.element.CampusConfiguration.POLICY_MAP;
import static org.touchpaper.lnsap.element.CampusConfiguration.SVI;
import static org.touchpaper.lnsap.element.CampusConfiguration.TRUNK;
import static org.touchpaper.lnsap.element.CampusConfiguration.VLAN;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.CliSession;

/**
 * A Cisco 7600 with IOS 12.2 over its command line. IOS has no names for what a port carries, so
 * the VLAN's name says whose it is; a VLAN that is not defined carries nothing, whatever port lists
 * it. What else a port needs, and how it is left as it was found, is a {@link SwitchPort}'s matter.
 */
public final class Ios7600Driver implements ElementDriver {

  private static final String SHUT = " shutdown";

  private final String tid;
  private final CliSession session;
  private final Duration settle;
  private final Incarnation incarnation;
  private final ReentrantLock ports = new ReentrantLock(true);

  /**
   * A driver on a session.
   *
   * @param settle how long after a lost answer the element may still carry the line out
   */
  public Ios7600Driver(String tid, CliSession session, Duration settle) {
    this.tid = tid;
    this.session = session;
    this.settle = settle;
    this.incarnation = new Incarnation(tid, session::logins, this::restarted);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(VLAN, POLICY_MAP, SVI, TRUNK, ACCESS), settle);
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> keys.stream().flatMap(key -> read(key).stream()).toList());
  }

  /** A command line reports nothing by itself: what its ports say of their links is asked for. */
  @Override
  public List<PortAlarm> alarms() {
    return show("show interfaces status").stream()
        .flatMap(lines -> IosOutput.linksDown(lines).entrySet().stream())
        .map(port ->
            new PortAlarm(
                port.getKey(),
                "link down (%s) on %s of %s".formatted(port.getValue(), port.getKey(), tid)))
        .toList();
  }

  /** When it restarted, to the second; an element whose clock was never set does not tell. */
  private String restarted() {
    return show("show version")
        .flatMap(lines -> IosOutput.after(lines, "System restarted at "))
        .orElse("");
  }

  private Optional<Item> read(Item.Key key) {
    return switch (key.kind()) {
      case VLAN -> vlanName(key.key()).map(name -> item(key, name, Map.of()));
      case POLICY_MAP ->
          show("show policy-map " + key.key()).map(lines -> item(key, key.key(), policer(lines)));
      case SVI -> show("show running-config interface Vlan" + key.key()).flatMap(l -> svi(key, l));
      case TRUNK -> trunk(key);
      case ACCESS -> access(key);
      default -> throw new IllegalArgumentException("a 7600 holds no " + key.kind());
    };
  }

  /** One half made polices nothing yet. */
  private static Map<String, String> policer(List<String> lines) {
    return IosOutput.policedRate(lines).map(rate -> Map.of("POLICE", rate)).orElse(Map.of());
  }

  /** Its policer says whose it is; one half made, or of others, is its VLAN's. */
  private Optional<Item> svi(Item.Key key, List<String> lines) {
    var attributes = new HashMap<String, String>();
    IosOutput.after(lines, "service-policy input ").ifPresent(map -> attributes.put("INPUT", map));
    IosOutput.after(lines, "service-policy output ")
        .ifPresent(map -> attributes.put("OUTPUT", map));
    // the last line typed: one that was cut off before it is there and carries nothing
    attributes.put("STATE", lines.stream().anyMatch(SHUT::equals) ? "down" : "up");
    return Optional.ofNullable(attributes.get("INPUT"))
        .or(() -> vlanName(key.key()))
        .map(owner -> item(key, owner, attributes));
  }

  private Optional<Item> trunk(Item.Key key) {
    var where = PortAndVlan.of(key);
    return port(where.port())
        .filter(port -> port.carries(where.vlan()))
        .flatMap(port -> vlanName(where.vlan()).map(name -> item(key, name, port.trunkMode())));
  }

  private Optional<Item> access(Item.Key key) {
    return port(key.key())
        .flatMap(port ->
            port.accessVlan()
                .flatMap(vlan -> vlanName(vlan).map(name -> item(key, name, port.access(vlan)))));
  }

  private Optional<SwitchPort> port(String name) {
    return show("show running-config interface " + name)
        .map(lines -> SwitchPort.shown(name, lines));
  }

  private Optional<String> vlanName(String vlan) {
    return show("show vlan id " + vlan).flatMap(lines -> IosOutput.vlanName(lines, vlan));
  }

  private Item item(Item.Key key, String owner, Map<String, String> attributes) {
    return new Item(tid, key.kind(), key.key(), owner, attributes);
  }

  /** What is shown, nothing if there is no such thing. */
  private Optional<List<String>> show(String command) {
    return switch (session.show(command)) {
      case CliOutcome.Accepted(var lines) -> Optional.of(lines);
      // how IOS says that an interface or a policy map does not exist
      case CliOutcome.Rejected(_, var error)
          when error.contains("not configured") || error.contains("Invalid input") ->
          Optional.empty();
      case CliOutcome.Rejected(var line, var error) ->
          throw new ElementUnreachable(tid, line + ": " + error);
      case CliOutcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case CliOutcome.Unknown(var reason) -> throw new ElementUnreachable(tid, reason);
    };
  }

  @Override
  public Outcome create(Item item) {
    return switch (item.kind()) {
      case TRUNK -> {
        var where = PortAndVlan.of(item.place());
        yield onPort(where.port(), port -> port.carrying(where.vlan()));
      }
      case ACCESS ->
          onPort(item.key(), port -> port.givenTo(item.attributes().getOrDefault("VLAN", "")));
      case VLAN -> named(item, type(IosLines.creating(item)));
      default -> type(IosLines.creating(item));
    };
  }

  /** A VLAN that was made and not named would be taken for somebody else's ever after. */
  private Outcome named(Item vlan, Outcome made) {
    if (made instanceof Outcome.Denied
        && vlanName(vlan.key()).filter(IosOutput.defaultVlanName(vlan.key())::equals).isPresent()) {
      var _ = type(IosLines.deleting(vlan));
    }
    return made;
  }

  @Override
  public Outcome delete(Item item) {
    return switch (item.kind()) {
      case TRUNK -> {
        var where = PortAndVlan.of(item.place());
        yield onPort(where.port(), port -> port.without(where.vlan()));
      }
      case ACCESS -> onPort(item.key(), SwitchPort::givenBack);
      default -> type(IosLines.deleting(item));
    };
  }

  /** Two circuits on one port do not look at it at the same time. */
  private Outcome onPort(String name, Function<SwitchPort, List<String>> change) {
    ports.lock();
    try {
      return port(name)
          .map(change)
          .map(lines -> lines.isEmpty() ? new Outcome.Done() : type(lines))
          .orElseGet(() -> new Outcome.Denied("CLI", "there is no port " + name));
    } catch (SwitchPort.InOtherUse e) {
      return new Outcome.Denied("CLI", String.valueOf(e.getMessage()));
    } finally {
      ports.unlock();
    }
  }

  private Outcome type(List<String> lines) {
    return switch (session.configure(lines)) {
      case CliOutcome.Accepted _ -> new Outcome.Done();
      case CliOutcome.Rejected(var line, var error) ->
          new Outcome.Denied("CLI", error + " (" + line + ")");
      case CliOutcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case CliOutcome.Unknown(var reason) -> new Outcome.Unknown(reason);
    };
  }

  /** The two halves of a trunk's key. */
  record PortAndVlan(String port, String vlan) {
    static PortAndVlan of(Item.Key key) {
      var space = key.key().lastIndexOf(' ');
      return new PortAndVlan(key.key().substring(0, space), key.key().substring(space + 1));
    }
  }
}
