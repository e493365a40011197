package org.touchpaper.nsap.element.polatis;

import static org.touchpaper.nsap.element.polatis.PolatisPlugin.PATCH;
import static org.touchpaper.nsap.element.polatis.PolatisPlugin.PORTS;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.nsap.element.Tl1Driver;
import org.touchpaper.nsap.element.Tl1ElementClient;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.SnapshotWithIncarnationReader;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The driver for a Polatis photonic switch over TL1. The switch stores no names or owners of
 * patches, so a note records the owner before the patch is created. A patch without a note is not
 * ours and never edited, even if it is the very patch that a circuit needs.
 */
final class PolatisDriver extends Tl1Driver {

  private static final Logger log = LoggerFactory.getLogger(PolatisDriver.class);

  private final DriverItemNoteRepository notes;
  private final SnapshotWithIncarnationReader incarnation;

  PolatisDriver(String tid, Tl1Session session, DriverItemNoteRepository notes) {
    super(tid, session);
    this.notes = notes;
    this.incarnation = new SnapshotWithIncarnationReader(tid, session::loginCount, () -> "");
  }

  /**
   * Public documents do not state whether the switch supports the command; if not, it has no
   * alarms.
   */
  @Override
  public List<PortAlarm> alarms() {
    return element.alarms(
        InputCommand.of("RTRV-ALM-ALL"), Tl1ElementClient.hasCode("IICM", "ICNV"));
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    return incarnation.read(() -> {
      var patches = patches();
      var owners = owners(patches);
      return keys.stream().flatMap(key -> findAt(key, patches, owners).stream()).toList();
    });
  }

  /** All patches; fails on an unreadable row, which might use a port of ours. */
  private List<String> patches() {
    return element
        .retrieve(InputCommand.of("RTRV-PATCH"), Tl1ElementClient.hasCode("IENE"))
        .stream()
        .map(row ->
            PolatisPlugin.findPatch(row)
                .orElseThrow(() ->
                    new ElementReadException(
                        element.tid(), "RTRV-PATCH returned a row without two ports: " + row)))
        .toList();
  }

  /** The owners by patch; removes stale notes about patches that do not exist. */
  private Map<String, String> owners(List<String> patches) {
    var owners = notes.list(PATCH);
    owners.keySet().stream()
        .filter(marked -> !patches.contains(marked))
        .forEach(missing -> notes.removeIfStale(PATCH, missing));
    return owners;
  }

  private static List<String> ends(String patch) {
    return Arrays.asList(patch.split(",", -1));
  }

  private static boolean sharePort(String patch, String otherPatch) {
    return !Collections.disjoint(ends(patch), ends(otherPatch));
  }

  /** The patch at a place; one without a note, which can only conflict, takes precedence. */
  private Optional<ConfigItem> findAt(
      ConfigItem.Key key, List<String> patches, Map<String, String> owners) {
    return patches.stream()
        .filter(patch -> sharePort(patch, key.key()))
        .min(
            Comparator.<String, Boolean>comparing(owners::containsKey)
                .thenComparing(patch -> patch.equals(key.key())))
        .map(patch -> item(key, patch, owners));
  }

  private ConfigItem item(ConfigItem.Key key, String patch, Map<String, String> owners) {
    var owner =
        owners.getOrDefault(
            patch, "unknown owner of patch " + patch + " (the switch stores no names)");
    return new ConfigItem(element.tid(), PATCH, key.key(), owner, Map.of(PORTS, patch));
  }

  /** The patches with a note; the others have no known owner. */
  @Override
  public List<ConfigItem> listOwned() {
    var patches = patches();
    var owners = owners(patches);
    return patches.stream()
        .map(patch -> item(new ConfigItem.Key(PATCH, patch), patch, owners))
        .filter(item -> CircuitNameFormat.isCircuitName(item.owner()))
        .toList();
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return exclusively(() -> {
      var conflicting = patches().stream().filter(patch -> sharePort(patch, item.key())).toList();
      if (conflicting.isEmpty()) {
        return enter(item.key(), item.owner());
      }
      return conflicting.equals(List.of(item.key())) && isOwnedBy(item.owner(), item.key())
          ? new EditOutcome.Done()
          : new EditOutcome.Denied(
              "IEAE", "port in use by patch " + String.join(" and ", conflicting));
    });
  }

  private boolean isOwnedBy(String owner, String patch) {
    return owner.equals(notes.list(PATCH).get(patch));
  }

  /**
   * Creates a patch. If it is denied the note is removed, so that a patch created by hand later is
   * not ours, unless an earlier uncertain request may have created it.
   */
  private EditOutcome enter(String patch, String owner) {
    var wasRequested = isOwnedBy(owner, patch);
    notes.put(PATCH, patch, owner);
    var outcome = Optional.<EditOutcome>empty();
    try {
      outcome =
          Optional.of(element.edit(InputCommand.of("ENT-PATCH").withAid(patch).withBlock("")));
      return outcome.get();
    } finally {
      var isNotCreated =
          outcome.filter(result -> !(result instanceof EditOutcome.Denied)).isEmpty();
      if (!isNotCreated) {
        // Again: the edit may have taken longer than stale notes are kept.
        notes.put(PATCH, patch, owner);
      } else if (!wasRequested) {
        notes.remove(PATCH, patch);
      }
    }
  }

  /** DLT-PATCH names only one port, so the patch is read again first. */
  @Override
  public EditOutcome delete(ConfigItem item) {
    var patch = item.attributes().getOrDefault(PORTS, item.key());
    return exclusively(() -> {
      if (!patches().contains(patch) || !isOwnedBy(item.owner(), patch)) {
        return new EditOutcome.Denied(
            "IENE", "patch " + patch + " of " + item.owner() + " does not exist");
      }
      var deleted =
          element.edit(InputCommand.of("DLT-PATCH").withAid(ends(patch).getFirst()).withBlock(""));
      if (deleted instanceof EditOutcome.Done) {
        removeNoteIfGone(patch);
      }
      return deleted;
    });
  }

  /** If the switch cannot be read now, the note is removed by a later reading. */
  private void removeNoteIfGone(String patch) {
    try {
      if (!patches().contains(patch)) {
        notes.remove(PATCH, patch);
      }
    } catch (ElementReadException e) {
      log.debug("the note about {} on {} is kept: {}", patch, element.tid(), e.getMessage());
    }
  }
}
