package org.touchpaper.nsap.element.polatis;

import static org.touchpaper.nsap.element.polatis.Polatis.PATCH;
import static org.touchpaper.nsap.element.polatis.Polatis.PORTS;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Polatis photonic switch over TL1. A patch has no name and no owner there, so a mark of ours
 * says whose it is, put before the switch is told; a patch without one is somebody else's and never
 * touched, also if it is the very patch that a circuit needs.
 */
final class PolatisDriver implements ElementDriver {

  private static final Logger log = LoggerFactory.getLogger(PolatisDriver.class);

  private final Tl1Element element;
  private final Marks marks;
  private final Incarnation incarnation;

  /** From the look at the switch to the last mark, one edit at a time. */
  private final ReentrantLock edits = new ReentrantLock(true);

  PolatisDriver(String tid, Tl1Session session, Marks marks) {
    this.element = new Tl1Element(tid, session);
    this.marks = marks;
    this.incarnation = new Incarnation(tid, session::logins, () -> "");
  }

  @Override
  public String element() {
    return element.tid();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    element.watch(watcher);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(PATCH));
  }

  /** Whether a real one takes the command is not public: one that does not tells of no alarms. */
  @Override
  public List<PortAlarm> alarms() {
    return element.alarms(InputCommand.of("RTRV-ALM-ALL"), Tl1Element.codes("IICM", "ICNV"));
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> {
      var patches = patches();
      var owners = owners(patches);
      return keys.stream().flatMap(key -> at(key, patches, owners).stream()).toList();
    });
  }

  /** What cannot be read may be a patch on a port of ours: it is not taken for none. */
  private List<String> patches() {
    return element.rows(InputCommand.of("RTRV-PATCH"), Tl1Element.codes("IENE")).stream()
        .map(row ->
            Polatis.patchIn(row)
                .orElseThrow(() ->
                    new ElementUnreachable(
                        element.tid(), "RTRV-PATCH tells of no two ports: " + row)))
        .toList();
  }

  /** Whose each patch is; a mark whose patch has long been gone is one of nothing. */
  private Map<String, String> owners(List<String> patches) {
    var owners = marks.list(PATCH);
    owners.keySet().stream()
        .filter(marked -> !patches.contains(marked))
        .forEach(gone -> marks.forgetGone(PATCH, gone));
    return owners;
  }

  private static List<String> ends(String patch) {
    return Arrays.asList(patch.split(",", -1));
  }

  private static boolean touch(String one, String other) {
    return !Collections.disjoint(ends(one), ends(other));
  }

  /** What nobody marked is told first, for that can only be in the way. */
  private Optional<Item> at(Item.Key key, List<String> patches, Map<String, String> owners) {
    return patches.stream()
        .filter(patch -> touch(patch, key.key()))
        .min(
            Comparator.<String, Boolean>comparing(owners::containsKey)
                .thenComparing(patch -> patch.equals(key.key())))
        .map(patch -> item(key, patch, owners));
  }

  private Item item(Item.Key key, String patch, Map<String, String> owners) {
    var owner =
        owners.getOrDefault(patch, "somebody's patch " + patch + " (the switch keeps no names)");
    return new Item(element.tid(), PATCH, key.key(), owner, Map.of(PORTS, patch));
  }

  /** Those that have a mark; who made the others the switch does not tell. */
  @Override
  public List<Item> listOurs() {
    var patches = patches();
    var owners = owners(patches);
    return patches.stream()
        .map(patch -> item(new Item.Key(PATCH, patch), patch, owners))
        .filter(item -> CircuitName.isOne(item.owner()))
        .toList();
  }

  private Outcome alone(Supplier<Outcome> edit) {
    edits.lock();
    try {
      return edit.get();
    } finally {
      edits.unlock();
    }
  }

  @Override
  public Outcome create(Item item) {
    return alone(() -> {
      var there = patches().stream().filter(patch -> touch(patch, item.key())).toList();
      if (there.isEmpty()) {
        return enter(item.key(), item.owner());
      }
      return there.equals(List.of(item.key())) && isOf(item.owner(), item.key())
          ? new Outcome.Done()
          : new Outcome.Denied("IEAE", "there is a patch " + String.join(" and ", there));
    });
  }

  private boolean isOf(String owner, String patch) {
    return owner.equals(marks.list(PATCH).get(patch));
  }

  /**
   * What was not made is nobody's: who makes it by hand then makes it for himself. Only if it was
   * asked for before may that be what made it after all.
   */
  private Outcome enter(String patch, String owner) {
    var wasAskedFor = isOf(owner, patch);
    marks.put(PATCH, patch, owner);
    var outcome = Optional.<Outcome>empty();
    try {
      outcome = Optional.of(element.edit(InputCommand.of("ENT-PATCH").at(patch).block("")));
      return outcome.get();
    } finally {
      var isNotMade = outcome.filter(it -> !(it instanceof Outcome.Denied)).isEmpty();
      if (!isNotMade) {
        // Anew: it may have waited longer than marks of nothing are kept.
        marks.put(PATCH, patch, owner);
      } else if (!wasAskedFor) {
        marks.forget(PATCH, patch);
      }
    }
  }

  /** A patch is deleted by one port of it, whatever is patched there: so it is looked at again. */
  @Override
  public Outcome delete(Item item) {
    var patch = item.attributes().getOrDefault(PORTS, item.key());
    return alone(() -> {
      if (!patches().contains(patch) || !isOf(item.owner(), patch)) {
        return new Outcome.Denied(
            "IENE", "there is no patch " + patch + " of " + item.owner() + "'s any more");
      }
      var deleted = element.edit(InputCommand.of("DLT-PATCH").at(ends(patch).getFirst()).block(""));
      if (deleted instanceof Outcome.Done) {
        forgetIfGone(patch);
      }
      return deleted;
    });
  }

  /** What cannot be looked at now is forgotten when it next is. */
  private void forgetIfGone(String patch) {
    try {
      if (!patches().contains(patch)) {
        marks.forget(PATCH, patch);
      }
    } catch (ElementUnreachable e) {
      log.debug("the mark of {} on {} stays: {}", patch, element.tid(), e.getMessage());
    }
  }
}
