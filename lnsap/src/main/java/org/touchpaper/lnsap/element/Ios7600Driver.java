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
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.CliSession;

/**
 * A Cisco 7600 with IOS 12.2 over its command line. IOS has no names for what a port carries, so
 * the VLAN's name says whose it is; a VLAN that is not defined carries nothing, whatever port lists
 * it. A port's mode is set when a circuit first needs it and then stays, as does its empty list.
 */
public final class Ios7600Driver implements ElementDriver {

  private final String tid;
  private final CliSession session;
  private final Duration settle;

  /**
   * A driver on a session.
   *
   * @param settle how long after a lost answer the element may still carry the line out
   */
  public Ios7600Driver(String tid, CliSession session, Duration settle) {
    this.tid = tid;
    this.session = session;
    this.settle = settle;
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
    return new Snapshot(keys.stream().flatMap(key -> read(key).stream()).toList(), "");
  }

  private Optional<Item> read(Item.Key key) {
    return switch (key.kind()) {
      case VLAN -> vlanName(key.key()).map(name -> item(key, name, Map.of()));
      case POLICY_MAP ->
          show("show policy-map " + key.key())
              .flatMap(IosOutput::policedRate)
              .map(rate -> item(key, key.key(), Map.of("POLICE", rate)));
      case SVI -> show("show running-config interface Vlan" + key.key()).flatMap(l -> svi(key, l));
      case TRUNK -> trunk(key);
      case ACCESS -> access(key);
      default -> throw new IllegalArgumentException("a 7600 holds no " + key.kind());
    };
  }

  /** Its policer says whose it is; one half made, or of others, is its VLAN's. */
  private Optional<Item> svi(Item.Key key, List<String> lines) {
    var attributes = new HashMap<String, String>();
    IosOutput.after(lines, "service-policy input ").ifPresent(map -> attributes.put("INPUT", map));
    IosOutput.after(lines, "service-policy output ")
        .ifPresent(map -> attributes.put("OUTPUT", map));
    return Optional.ofNullable(attributes.get("INPUT"))
        .or(() -> vlanName(key.key()))
        .map(owner -> item(key, owner, attributes));
  }

  private Optional<Item> trunk(Item.Key key) {
    var where = PortAndVlan.of(key);
    return show("show running-config interface " + where.port())
        .flatMap(lines -> IosOutput.after(lines, "switchport trunk allowed vlan "))
        .filter(list -> IosOutput.contains(list, where.vlan()))
        .flatMap(_ -> vlanName(where.vlan()))
        .map(name -> item(key, name, Map.of()));
  }

  private Optional<Item> access(Item.Key key) {
    return show("show running-config interface " + key.key())
        .flatMap(lines -> IosOutput.after(lines, "switchport access vlan "))
        .flatMap(vlan -> vlanName(vlan).map(name -> item(key, name, Map.of("VLAN", vlan))));
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
    return type(IosLines.creating(item));
  }

  @Override
  public Outcome delete(Item item) {
    return type(IosLines.deleting(item));
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
