package org.touchpaper.nsap.element.ciena;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.touchpaper.nsap.element.ciena.CoreDirectorCommands.commandFor;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.CRS;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.DTL;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.DTL_SET;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.SERVICE;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.SNC;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.VCG;

import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.nsap.element.Tl1Driver;
import org.touchpaper.nsap.element.Tl1ElementClient;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.SnapshotWithIncarnationReader;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/**
 * The driver for a Ciena CoreDirector over TL1 (releases 5 and 6): VCG, EFLOW, GTP, CRS-STSPC, DTL,
 * DTL-SET and SNC-STSPC entities, identified by name. An entity's owner is its label or alias.
 */
public final class CoreDirectorDriver extends Tl1Driver {

  private static final InputCommand COMMON_EQUIPMENT = InputCommand.of("RTRV-EQPT").withAid("COM");

  /** Kinds with a service state; they can be deleted only out of service. */
  private static final Set<String> WITH_SERVICE_STATE = Set.of(VCG, SNC);

  private final CoreDirectorReader reader;
  private final SlotHolderFinder occupancy;
  private final SncStatePoller sncStatePoller;
  private final ReleaseDelayRetryPolicy releaseDelayRetryPolicy;
  private final SnapshotWithIncarnationReader incarnation;

  /**
   * Creates a driver.
   *
   * @param signallingPoll how long to wait for an SNC to come up or to be released
   * @param releasePoll how often to retry while recently deleted entities are still held
   * @param clock measures the age of a list
   */
  public CoreDirectorDriver(
      String tid,
      Tl1Session session,
      PollPolicy signallingPoll,
      PollPolicy releasePoll,
      InstantSource clock) {
    super(tid, session);
    this.reader = new CoreDirectorReader(element);
    this.occupancy = new SlotHolderFinder(reader, session::loginCount, clock);
    this.sncStatePoller = new SncStatePoller(element, reader, signallingPoll);
    this.releaseDelayRetryPolicy = new ReleaseDelayRetryPolicy(releasePoll, clock);
    this.incarnation =
        new SnapshotWithIncarnationReader(tid, session::loginCount, this::lastRestart);
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    var names =
        keys.stream()
            .collect(groupingBy(ConfigItem.Key::kind, mapping(ConfigItem.Key::key, toList())));
    return incarnation.read(() ->
        names.entrySet().stream()
            .flatMap(entry ->
                reader.listByName(entry.getKey(), entry.getValue()).stream()
                    .map(row -> item(entry.getKey(), row)))
            .toList());
  }

  @Override
  public List<Conflict> conflictsFor(Collection<ConfigItem> missing) {
    return missing.stream()
        .flatMap(
            item -> occupancy.findConflicts(item.kind(), item.key(), item.attributes()).stream())
        .map(conflict -> new Conflict(conflict.resource(), item(conflict.kind(), conflict.row())))
        .distinct()
        .toList();
  }

  /** SNCs are left out: the groups at their ends identify the circuit. */
  @Override
  public List<ConfigItem> listOwned() {
    return Stream.of(VCG, EFLOW, GTP, CRS)
        .flatMap(kind -> reader.listAll(kind).map(row -> item(kind, row)))
        .filter(item -> CircuitNameFormat.isCircuitName(item.owner()))
        .toList();
  }

  @Override
  public List<PortAlarm> alarms() {
    return Stream.concat(
            element.alarms().stream().flatMap(CoreDirectorAlarmPortMapper::portAlarms),
            sncStatePoller.failureAlarms().stream())
        .toList();
  }

  /**
   * The last restart of the control module, from the row with its release. The field is our
   * emulator's; without it a restart is never detected.
   */
  private String lastRestart() {
    return element.retrieve(COMMON_EQUIPMENT, Tl1ElementClient.hasCode()).stream()
        .map(CoreDirectorRowParser::parse)
        .flatMap(row -> row.findValue("LASTRESTART").stream())
        .findFirst()
        .orElse("");
  }

  private ConfigItem item(String kind, NamedRow row) {
    var attributes = new HashMap<>(row.values());
    attributes.computeIfPresent("CTP", (_, list) -> CtpListFormat.normalize(list));
    if (WITH_SERVICE_STATE.contains(kind)) {
      attributes.put(SERVICE, serviceState(primaryState(row)));
    }
    if (kind.equals(SNC)) { // a cross-connect ends at a group, whose name may look like a list
      attributes.computeIfPresent("TOENDPOINT", (_, list) -> CtpListFormat.normalize(list));
    }
    isWorking(kind, row)
        .ifPresent(
            isWorking -> attributes.put(ConfigItem.WORKS_ATTRIBUTE, isWorking ? "YES" : "NO"));
    // the others have no label; their names, in a form that only we use, contain the circuit's name
    var owner =
        row.findValue("ALIAS")
            .or(() -> row.findValue("LBL"))
            .orElseGet(() -> circuitNameIn(kind, row.name()));
    return new ConfigItem(element.tid(), kind, row.name(), owner, attributes);
  }

  /**
   * COMPLD only means accepted; entities that carry traffic must also be in service. A group may be
   * out of service autonomously (AU) while nothing connects it; a cross-connect that is out of
   * service carries nothing.
   */
  private Optional<Boolean> isWorking(String kind, NamedRow row) {
    return switch (kind) {
      case SNC -> Optional.of(sncStatePoller.recordRead(row));
      case CRS -> Optional.of(!primaryState(row).startsWith("OOS"));
      case GTP -> Optional.of(serviceState(primaryState(row)).equals("IS"));
      default -> Optional.empty();
    };
  }

  private static String primaryState(NamedRow row) {
    return row.findValue("PST").orElse("");
  }

  /** A group taken out of service by management (MA) carries nothing until it is entered again. */
  private static String serviceState(String primaryState) {
    return primaryState.startsWith("OOS") && primaryState.contains("MA") ? "OOS" : "IS";
  }

  private static String circuitNameIn(String kind, String name) {
    return switch (kind) {
      case EFLOW -> name.replaceFirst("-[AZ]-E-(IN|OUT)$", "");
      case DTL -> name.replaceFirst("-DTL$", "");
      case DTL_SET -> name.replaceFirst("-DTL-SET$", "");
      default -> "";
    };
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return reader.adjustLength(
        element.edit(CoreDirectorCommands.enterCommand(item)), item.kind(), 1);
  }

  @Override
  public EditOutcome activate(ConfigItem entered) {
    return entered.kind().equals(SNC)
        ? sncStatePoller.awaitUp(entered.key())
        : new EditOutcome.Done();
  }

  @Override
  public String faultOf(ConfigItem idle) {
    return idle + " is not working: " + diagnosis(idle);
  }

  private String diagnosis(ConfigItem idle) {
    return idle.kind().equals(SNC)
        ? sncStatePoller.lastDiagnosis(idle.key())
        : reader
            .find(idle.kind(), idle.key())
            .map(CoreDirectorDriver::stateText)
            .orElse("it does not exist");
  }

  private static String stateText(NamedRow row) {
    return "PST=" + primaryState(row) + row.findValue("SST").map(",SST="::concat).orElse("");
  }

  @Override
  public Optional<EditOutcome> takeOutOfService(ConfigItem item) {
    if (isOutOfService(item)) {
      return Optional.empty();
    }
    var outcome =
        retryWhileHeld(item, commandFor("ED", item.kind(), item.key()).withBlock("PST=OOS"));
    releaseDelayRetryPolicy.recordOutcome(item, outcome);
    return Optional.of(outcome);
  }

  @Override
  public boolean isOutOfService(ConfigItem read) {
    return !WITH_SERVICE_STATE.contains(read.kind())
        || "OOS".equals(read.attributes().get(SERVICE));
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    if (item.kind().equals(SNC)) {
      sncStatePoller.awaitOutOfService(item.key());
    }
    var outcome = retryWhileHeld(item, commandFor("DLT", item.kind(), item.key()));
    releaseDelayRetryPolicy.recordOutcome(item, outcome);
    if (outcome instanceof EditOutcome.Done) {
      occupancy.recordDeletion(item.kind(), item.key());
    }
    return reader.adjustLength(outcome, item.kind(), -1);
  }

  /**
   * Retries while recently deleted entities may still hold the item. A group is also held by an SNC
   * that another element set up to end there; after a denial it waits for that SNC's deletion and
   * retries once.
   */
  private EditOutcome retryWhileHeld(ConfigItem item, InputCommand command) {
    var outcome = releaseDelayRetryPolicy.await(item, () -> element.edit(command));
    return outcome instanceof EditOutcome.Denied
            && item.kind().equals(VCG)
            && sncStatePoller.awaitReleased(item.key())
        ? element.edit(command)
        : outcome;
  }
}
