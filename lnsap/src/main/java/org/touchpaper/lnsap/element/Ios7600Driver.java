package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusItemPlanner.ACCESS;
import static org.touchpaper.lnsap.element.CampusItemPlanner.POLICY_MAP;
import static org.touchpaper.lnsap.element.CampusItemPlanner.TRUNK;
import static org.touchpaper.lnsap.element.CampusItemPlanner.VLAN;
import static org.touchpaper.lnsap.element.CampusItemPlanner.XCONNECT;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.ElementTrafficReading;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.SnapshotWithIncarnationReader;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.segment.session.SessionEventAdapter;

/**
 * The driver for a Cisco 7600 with IOS 12.2 over its command line. {@link IosItemReader} reads
 * items, {@link SwitchPortCommandPlanner} plans the lines that configure a port and restore it,
 * {@link IosAlarmReader} queries faults. IOS confirms nothing, so callers read again after an edit.
 */
public final class Ios7600Driver implements ElementDriver {

  private final String tid;
  private final CliSession session;
  private final PollPolicy pseudowirePoll;
  private final IosQueries queries;
  private final IosAlarmReader alarms;
  private final SnapshotWithIncarnationReader incarnation;
  private final UncertainCommandPortBlocker uncertainCommandPortBlocker;
  private final UnnamedVlanClaimStore unnamedVlanClaimStore;

  /** Serialises edits, from reading the element to the last line typed. */
  private final ReentrantLock editLock = new ReentrantLock(true);

  /**
   * Creates a driver.
   *
   * @param pseudowirePoll how long to wait for a pseudowire, whose far end is not ours, to come up
   * @param uncertainCommandPortBlocker commands of an earlier process that may still take effect
   * @param notes the VLANs that it may have left without a name
   */
  public Ios7600Driver(
      String tid,
      CliSession session,
      PollPolicy pseudowirePoll,
      UncertainCommandPortBlocker uncertainCommandPortBlocker,
      DriverItemNoteRepository notes) {
    this.tid = tid;
    this.session = session;
    this.pseudowirePoll = pseudowirePoll;
    this.uncertainCommandPortBlocker = uncertainCommandPortBlocker;
    this.unnamedVlanClaimStore = new UnnamedVlanClaimStore(uncertainCommandPortBlocker, notes);
    this.queries = new IosQueries(tid, session);
    this.alarms = new IosAlarmReader(tid, queries);
    this.incarnation =
        new SnapshotWithIncarnationReader(tid, session::loginCount, queries::lastRestart);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    alarms.recordUse(keys);
    var unreadable = new HashMap<ConfigItem.Key, String>();
    var obsoleteClaims = new ArrayList<UnnamedVlanClaimStore.Claim>();
    var snapshot =
        incarnation.read(() -> {
          unreadable.clear();
          obsoleteClaims.clear();
          var itemReader = itemReader(queries.cached());
          var items =
              keys.stream().flatMap(key -> findAt(key, itemReader, unreadable).stream()).toList();
          obsoleteClaims.addAll(itemReader.listObsoleteClaims(keys));
          return items;
        });
    obsoleteClaims.forEach(unnamedVlanClaimStore::dropClaim);
    return new Snapshot(snapshot.items(), snapshot.incarnation(), unreadable);
  }

  private IosItemReader itemReader(IosQueries queries) {
    return new IosItemReader(tid, queries, unnamedVlanClaimStore.snapshot());
  }

  private static Optional<ConfigItem> findAt(
      ConfigItem.Key key, IosItemReader itemReader, Map<ConfigItem.Key, String> unreadable) {
    try {
      return itemReader.findAt(key);
    } catch (IosQueries.PortMissingException e) {
      unreadable.put(key, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  @Override
  public List<ConfigItem> listOwned() {
    return itemReader(queries.cached()).listOwned();
  }

  @Override
  public List<PortAlarm> alarms() {
    return alarms.listActive();
  }

  @Override
  public Optional<ElementTrafficReading> readTraffic(Collection<ConfigItem> active) {
    return Optional.of(queries.traffic().readingOf(active));
  }

  @Override
  public void watch(Consumer<ElementEvent> watcher) {
    SessionEventAdapter.watchConnections(session, watcher);
  }

  /**
   * Runs an edit exclusively, if the place is still free or its owner's. All items but policers are
   * addressed by number, and minutes may have passed since the reading that the edit was planned
   * with.
   */
  private EditOutcome exclusively(
      ConfigItem item, BiFunction<IosQueries, Boolean, EditOutcome> edit) {
    editLock.lock();
    try {
      var cachedQueries = queries.cached();
      var existing = itemReader(cachedQueries).findAt(item.place());
      return existing
          .filter(occupant -> !occupant.owner().equals(item.owner()))
          .<EditOutcome>map(occupant ->
              new EditOutcome.Denied("CLI", item.place() + " belongs to " + occupant.owner()))
          .orElseGet(() -> edit.apply(cachedQueries, existing.isPresent()));
    } catch (IosQueries.PortMissingException e) {
      return new EditOutcome.Denied("CLI", String.valueOf(e.getMessage()));
    } finally {
      editLock.unlock();
    }
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return exclusively(
        item,
        (cachedQueries, _) -> {
          var outcome = createItem(item, cachedQueries);
          if (outcome instanceof EditOutcome.Unknown) {
            uncertainCommandPortBlocker.add(item);
          }
          return outcome;
        });
  }

  /** Waits for a pseudowire, whose far end may be configured a moment later. */
  @Override
  public EditOutcome activate(ConfigItem created) {
    if (created.kind().equals(XCONNECT)) {
      var _ =
          pseudowirePoll.pollUntil(() ->
              itemReader(queries)
                  .findAt(created.place())
                  .filter(created::isSatisfiedBy)
                  .isPresent());
    }
    return new EditOutcome.Done();
  }

  private EditOutcome createItem(ConfigItem item, IosQueries cachedQueries) {
    return switch (item.kind()) {
      case POLICY_MAP -> createPolicer(item, cachedQueries);
      case VLAN ->
          uncertainCommandPortBlocker
              .findBlockReason(item.place().toString(), item.owner())
              .<EditOutcome>map(reason -> new EditOutcome.Denied("CLI", reason))
              .orElseGet(() -> toOutcome(createVlan(item)));
      case TRUNK -> {
        var portAndVlan = PortAndVlan.of(item.place());
        yield addToPort(
            item,
            cachedQueries.port(portAndVlan.port()),
            port -> port.linesToAddVlan(portAndVlan.vlan()));
      }
      case ACCESS ->
          addToPort(
              item,
              cachedQueries.port(item.key()),
              port -> port.linesToAssign(item.attributes().getOrDefault("VLAN", ""), item.owner()));
      default -> type(IosCommands.createCommands(item));
    };
  }

  /**
   * Without {@code mls qos} a policer is accepted but has no effect. Switching it on changes how
   * all ports treat marked traffic, so that is left to the site.
   */
  private EditOutcome createPolicer(ConfigItem policyMap, IosQueries cachedQueries) {
    return cachedQueries.isPolicingEnabled()
        ? type(IosCommands.createCommands(policyMap))
        : new EditOutcome.Denied(
            "CLI",
            "mls qos is off, so nothing would be policed; the site must type \"mls qos\" in"
                + " configuration mode on "
                + tid
                + ", after configuring which ports trust marks (\"mls qos trust ...\")");
  }

  /** Creates a VLAN under a claim, which identifies it while it has no name. */
  private CliOutcome createVlan(ConfigItem vlan) {
    var openClaim = unnamedVlanClaimStore.openClaim(vlan.key(), vlan.owner());
    var outcome = session.configure(IosCommands.createCommands(vlan));
    var mayBeUnnamed =
        switch (outcome) {
          case CliOutcome.Rejected(var line, _, _) -> line.startsWith("name ");
          case CliOutcome.Unknown _ -> true;
          case CliOutcome.Accepted _, CliOutcome.NotSent _ -> false;
        };
    if (outcome instanceof CliOutcome.Unknown) {
      uncertainCommandPortBlocker.add(vlan); // first, so that a concurrent reading keeps the claim
    }
    var claim = unnamedVlanClaimStore.confirmSent(openClaim);
    if (!mayBeUnnamed) {
      unnamedVlanClaimStore.dropClaim(claim);
    }
    return outcome;
  }

  @Override
  public String faultOf(ConfigItem xconnect) {
    var vc = PseudowireEnd.of(xconnect.place());
    return "pseudowire %s to %s is configured but not up: %s"
        .formatted(vc.vcId(), vc.peer(), queries.failureDetail(vc.vcId()));
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    // do not touch a missing item: naming an interface creates it
    return exclusively(
        item,
        (cachedQueries, exists) -> {
          var outcome = exists ? deleteItem(item, cachedQueries) : new EditOutcome.Done();
          if (outcome instanceof EditOutcome.Unknown) {
            uncertainCommandPortBlocker.addDeletion(item);
          }
          return outcome;
        });
  }

  private EditOutcome deleteItem(ConfigItem item, IosQueries cachedQueries) {
    return switch (item.kind()) {
      case TRUNK -> {
        var portAndVlan = PortAndVlan.of(item.place());
        var port = cachedQueries.port(portAndVlan.port());
        yield removeFromPort(
            item,
            port,
            port.linesToRemoveVlan(portAndVlan.vlan()),
            port.linesToUnlistVlan(portAndVlan.vlan()));
      }
      case ACCESS -> {
        var port = cachedQueries.port(item.key());
        // without its VLAN a port that we configured would be in VLAN 1
        yield removeFromPort(item, port, port.linesToUnassign(), List.of());
      }
      case VLAN ->
          cachedQueries
              .vlan(item.key())
              .filter(vlan -> vlan.name().equals(item.owner()))
              .flatMap(_ ->
                  uncertainCommandPortBlocker.findNameHoldReason(
                      item.place().toString(), item.owner()))
              .<EditOutcome>map(reason -> new EditOutcome.Denied("CLI", reason))
              .orElseGet(() -> type(IosCommands.deleteCommands(item)));
      default -> type(IosCommands.deleteCommands(item));
    };
  }

  /** Adds a circuit to a port, unless a late line of another circuit could remove it again. */
  private EditOutcome addToPort(
      ConfigItem item,
      SwitchPortCommandPlanner port,
      Function<SwitchPortCommandPlanner, List<String>> change) {
    try {
      var lines = change.apply(port);
      return uncertainCommandPortBlocker
          .findBlockReason(port.name(), item.owner())
          .filter(_ -> !lines.isEmpty())
          .<EditOutcome>map(reason -> new EditOutcome.Denied("CLI", reason))
          .orElseGet(() -> typeOn(item, port, lines));
    } catch (SwitchPortCommandPlanner.PortInUseException e) {
      return new EditOutcome.Denied("CLI", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Removes a circuit from a port. Unlisting its VLAN never waits. Restoring the port waits while a
   * line typed for another circuit may still take effect; removing our mark waits while a line may
   * still take effect that would then look like the site's.
   *
   * @param lines all lines to type
   * @param unlisting the lines that affect only this circuit
   */
  private EditOutcome removeFromPort(
      ConfigItem item, SwitchPortCommandPlanner port, List<String> lines, List<String> unlisting) {
    var blockReason = uncertainCommandPortBlocker.findBlockReason(port.name(), item.owner());
    if (blockReason.isPresent()) {
      return typePartly(unlisting, lines, item, port, blockReason.get());
    }
    var nameHoldReason = uncertainCommandPortBlocker.findNameHoldReason(port.name(), item.owner());
    return nameHoldReason.isPresent()
        ? typePartly(
            SwitchPortCommandPlanner.linesWithoutDescription(lines),
            lines,
            item,
            port,
            nameHoldReason.get())
        : typeOn(item, port, lines);
  }

  private EditOutcome typePartly(
      List<String> typed,
      List<String> requested,
      ConfigItem item,
      SwitchPortCommandPlanner port,
      String reason) {
    var outcome = typeOn(item, port, typed);
    return outcome instanceof EditOutcome.Done && !typed.equals(requested)
        ? new EditOutcome.Denied("CLI", reason)
        : outcome;
  }

  private EditOutcome typeOn(ConfigItem item, SwitchPortCommandPlanner port, List<String> lines) {
    if (lines.isEmpty()) {
      return new EditOutcome.Done();
    }
    var outcome = type(lines);
    if (outcome instanceof EditOutcome.Unknown
        && !SwitchPortCommandPlanner.affectOnlyOwnVlan(lines)) {
      uncertainCommandPortBlocker.addOnPort(port.name(), item.owner());
    }
    return outcome;
  }

  private EditOutcome type(List<String> lines) {
    return toOutcome(session.configure(lines));
  }

  private EditOutcome toOutcome(CliOutcome outcome) {
    return switch (outcome) {
      case CliOutcome.Accepted _ -> new EditOutcome.Done();
      case CliOutcome.Rejected(var line, var error, _) ->
          new EditOutcome.Denied("CLI", error + " (" + line + ")");
      case CliOutcome.NotSent(var reason) -> throw new ElementReadException(tid, reason);
      case CliOutcome.Unknown(var reason, _) -> new EditOutcome.Unknown(reason);
    };
  }

  /** The parts of a trunk's key. */
  record PortAndVlan(String port, String vlan) {
    static PortAndVlan of(ConfigItem.Key key) {
      var space = key.key().lastIndexOf(' ');
      return new PortAndVlan(key.key().substring(0, space), key.key().substring(space + 1));
    }
  }

  /** The parts of a pseudowire's key: our VLAN, the far edge, and the VC id. */
  record PseudowireEnd(String vlan, String peer, String vcId) {
    static PseudowireEnd of(ConfigItem.Key key) {
      var words = key.key().split(" ", 3);
      return new PseudowireEnd(words[0].substring("Vlan".length()), words[1], words[2]);
    }
  }
}
