package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusConfiguration.ACCESS;
import static org.touchpaper.lnsap.element.CampusConfiguration.POLICY_MAP;
import static org.touchpaper.lnsap.element.CampusConfiguration.SVI;
import static org.touchpaper.lnsap.element.CampusConfiguration.TRUNK;
import static org.touchpaper.lnsap.element.CampusConfiguration.VLAN;
import static org.touchpaper.lnsap.element.CampusConfiguration.XCONNECT;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.touchpaper.segment.access.SessionHints;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.CliSession;

/**
 * A Cisco 7600 with IOS 12.2 over its command line. What it holds {@link IosItems} finds; how a
 * port is put to use and left as it was found is a {@link SwitchPort}'s matter; what has failed
 * {@link IosAlarms} ask. IOS confirms nothing: whoever calls reads again.
 */
public final class Ios7600Driver implements ElementDriver {

  private final String tid;
  private final CliSession session;
  private final Patience patience;
  private final IosReading reading;
  private final IosAlarms alarms;
  private final Incarnation incarnation;
  private final LateLines lateLines;
  private final NamelessVlans nameless;

  /** From the look at the element to the last line typed, one edit at a time. */
  private final ReentrantLock edits = new ReentrantLock(true);

  /**
   * A driver on a session.
   *
   * @param patience how long a pseudowire may take to come up, whose other end is not ours
   * @param lateLines what may yet come of what an earlier life of ours typed
   * @param claims the VLANs that it may have left without a name
   */
  public Ios7600Driver(
      String tid, CliSession session, Patience patience, LateLines lateLines, VlanClaims claims) {
    this.tid = tid;
    this.session = session;
    this.patience = patience;
    this.lateLines = lateLines;
    this.nameless = new NamelessVlans(lateLines, claims);
    this.reading = new IosReading(tid, session);
    this.alarms = new IosAlarms(tid, reading);
    this.incarnation = new Incarnation(tid, session::logins, reading::restarted);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(VLAN, POLICY_MAP, SVI, TRUNK, ACCESS, XCONNECT));
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    alarms.concern(keys);
    var hidden = new HashMap<Item.Key, String>();
    var refuted = new ArrayList<NamelessVlans.Claim>();
    var read =
        incarnation.read(() -> {
          hidden.clear();
          refuted.clear();
          var now = itemsBy(reading.once());
          var items = keys.stream().flatMap(key -> at(key, now, hidden).stream()).toList();
          refuted.addAll(now.refuted(keys));
          return items;
        });
    refuted.forEach(nameless::forget);
    return new Snapshot(read.items(), read.incarnation(), hidden);
  }

  private IosItems itemsBy(IosReading unread) {
    return new IosItems(tid, unread, nameless.before());
  }

  private static Optional<Item> at(Item.Key key, IosItems now, Map<Item.Key, String> hidden) {
    try {
      return now.at(key);
    } catch (IosReading.NotThere e) {
      hidden.put(key, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  @Override
  public List<Item> listOurs() {
    return itemsBy(reading.once()).ours();
  }

  @Override
  public List<PortAlarm> alarms() {
    return alarms.standing();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    SessionHints.ofConnections(session, watcher);
  }

  /**
   * Does an edit when its turn has come, if the place is free then, or still its owner's: all but a
   * policer goes by a number, and minutes may lie between the reading that was planned by and this.
   */
  private Outcome alone(Item item, BiFunction<IosReading, Boolean, Outcome> edit) {
    edits.lock();
    try {
      var now = reading.once();
      var there = itemsBy(now).at(item.place());
      return there
          .filter(held -> !held.owner().equals(item.owner()))
          .<Outcome>map(
              held -> new Outcome.Denied("CLI", item.place() + " is " + held.owner() + "'s by now"))
          .orElseGet(() -> edit.apply(now, there.isPresent()));
    } catch (IosReading.NotThere e) {
      return new Outcome.Denied("CLI", String.valueOf(e.getMessage()));
    } finally {
      edits.unlock();
    }
  }

  @Override
  public Outcome create(Item item) {
    return alone(
        item,
        (now, _) -> {
          var made = make(item, now);
          if (made instanceof Outcome.Unknown) {
            lateLines.remember(item);
          }
          return made;
        });
  }

  /** The other end of a pseudowire may be configured a moment later. */
  @Override
  public Outcome activate(Item made) {
    if (made.kind().equals(XCONNECT)) {
      var _ =
          patience.until(() -> itemsBy(reading).at(made.place()).filter(made::isMetBy).isPresent());
    }
    return new Outcome.Done();
  }

  private Outcome make(Item item, IosReading now) {
    return switch (item.kind()) {
      case POLICY_MAP -> policing(item, now);
      case VLAN ->
          lateLines
              .keepsOff(item.place().toString(), item.owner())
              .<Outcome>map(why -> new Outcome.Denied("CLI", why))
              .orElseGet(() -> told(named(item)));
      case TRUNK -> {
        var where = PortAndVlan.of(item.place());
        yield onPort(item, now.port(where.port()), port -> port.carrying(where.vlan()));
      }
      case ACCESS ->
          onPort(
              item,
              now.port(item.key()),
              port -> port.givenTo(item.attributes().getOrDefault("VLAN", ""), item.owner()));
      default -> type(IosLines.creating(item));
    };
  }

  /**
   * Where {@code mls qos} is off a policer is taken and does nothing. Switching that on changes how
   * every port of the element treats what is marked, so it is for the site to do.
   */
  private Outcome policing(Item policyMap, IosReading now) {
    return now.polices()
        ? type(IosLines.creating(policyMap))
        : new Outcome.Denied(
            "CLI",
            "mls qos is off, so nothing would be policed; have the site type \"mls qos\" in"
                + " configuration mode on "
                + tid
                + ", once its ports trust the marks they should (\"mls qos trust ...\")");
  }

  /** A VLAN that was made and not named is its circuit's all the same. */
  private CliOutcome named(Item vlan) {
    var begun = nameless.begin(vlan.key(), vlan.owner());
    var made = session.configure(IosLines.creating(vlan));
    var mayBeNameless =
        switch (made) {
          case CliOutcome.Rejected(var line, _, _) -> line.startsWith("name ");
          case CliOutcome.Unknown _ -> true;
          case CliOutcome.Accepted _, CliOutcome.NotSent _ -> false;
        };
    if (made instanceof CliOutcome.Unknown) {
      lateLines.remember(vlan); // first: who reads it as gone now is not to forget it
    }
    var claim = nameless.typed(begun);
    if (!mayBeNameless) {
      nameless.forget(claim);
    }
    return made;
  }

  @Override
  public String complaint(Item xconnect) {
    var vc = PseudowireEnd.of(xconnect.place());
    return "pseudowire %s to %s is configured here and not up: %s"
        .formatted(vc.vcId(), vc.peer(), reading.complaint(vc.vcId()));
  }

  @Override
  public Outcome delete(Item item) {
    // what is gone is left so: to name an interface would make it anew
    return alone(
        item,
        (now, isThere) -> {
          var gone = isThere ? takeAway(item, now) : new Outcome.Done();
          if (gone instanceof Outcome.Unknown) {
            lateLines.rememberGoing(item);
          }
          return gone;
        });
  }

  private Outcome takeAway(Item item, IosReading now) {
    return switch (item.kind()) {
      case TRUNK -> {
        var where = PortAndVlan.of(item.place());
        var port = now.port(where.port());
        yield offPort(item, port, port.without(where.vlan()), port.unlisting(where.vlan()));
      }
      case ACCESS -> {
        var port = now.port(item.key());
        // without its VLAN a port that we dressed would be in VLAN 1
        yield offPort(item, port, port.givenBack(), List.of());
      }
      case VLAN ->
          now.vlan(item.key())
              .filter(vlan -> vlan.name().equals(item.owner()))
              .flatMap(_ -> lateLines.keepsName(item.place().toString(), item.owner()))
              .<Outcome>map(why -> new Outcome.Denied("CLI", why))
              .orElseGet(() -> type(IosLines.deleting(item)));
      default -> type(IosLines.deleting(item));
    };
  }

  /** Circuits share a port, and a late line of one must not take another off it. */
  private Outcome onPort(Item item, SwitchPort port, Function<SwitchPort, List<String>> change) {
    try {
      var lines = change.apply(port);
      return lateLines
          .keepsOff(port.name(), item.owner())
          .filter(_ -> !lines.isEmpty())
          .<Outcome>map(why -> new Outcome.Denied("CLI", why))
          .orElseGet(() -> typeOn(item, port, lines));
    } catch (SwitchPort.InOtherUse e) {
      return new Outcome.Denied("CLI", String.valueOf(e.getMessage()));
    }
  }

  /**
   * That it carries the circuit no more waits for nothing. The rest of it stays while a line may
   * yet come that was typed there for another, and the mark while one may that would find none, and
   * be taken for the site's.
   *
   * @param lines all that is to be typed
   * @param unlisting what changes nothing for any circuit but this one
   */
  private Outcome offPort(Item item, SwitchPort port, List<String> lines, List<String> unlisting) {
    var keptOff = lateLines.keepsOff(port.name(), item.owner());
    if (keptOff.isPresent()) {
      return asFarAs(unlisting, lines, item, port, keptOff.get());
    }
    var keepsName = lateLines.keepsName(port.name(), item.owner());
    return keepsName.isPresent()
        ? asFarAs(SwitchPort.keepingItsMark(lines), lines, item, port, keepsName.get())
        : typeOn(item, port, lines);
  }

  private Outcome asFarAs(
      List<String> some, List<String> all, Item item, SwitchPort port, String whyNotAll) {
    var outcome = typeOn(item, port, some);
    return outcome instanceof Outcome.Done && !some.equals(all)
        ? new Outcome.Denied("CLI", whyNotAll)
        : outcome;
  }

  private Outcome typeOn(Item item, SwitchPort port, List<String> lines) {
    if (lines.isEmpty()) {
      return new Outcome.Done();
    }
    var outcome = type(lines);
    if (outcome instanceof Outcome.Unknown && !SwitchPort.isOfOneVlan(lines)) {
      lateLines.rememberOn(port.name(), item.owner());
    }
    return outcome;
  }

  private Outcome type(List<String> lines) {
    return told(session.configure(lines));
  }

  private Outcome told(CliOutcome outcome) {
    return switch (outcome) {
      case CliOutcome.Accepted _ -> new Outcome.Done();
      case CliOutcome.Rejected(var line, var error, _) ->
          new Outcome.Denied("CLI", error + " (" + line + ")");
      case CliOutcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case CliOutcome.Unknown(var reason, _) -> new Outcome.Unknown(reason);
    };
  }

  /** The two halves of a trunk's key. */
  record PortAndVlan(String port, String vlan) {
    static PortAndVlan of(Item.Key key) {
      var space = key.key().lastIndexOf(' ');
      return new PortAndVlan(key.key().substring(0, space), key.key().substring(space + 1));
    }
  }

  /** The three parts of a pseudowire's key: whose end is where, and what both ends call it. */
  record PseudowireEnd(String vlan, String peer, String vcId) {
    static PseudowireEnd of(Item.Key key) {
      var words = key.key().split(" ", 3);
      return new PseudowireEnd(words[0].substring("Vlan".length()), words[1], words[2]);
    }
  }
}
