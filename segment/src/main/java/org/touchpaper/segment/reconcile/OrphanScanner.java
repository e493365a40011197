package org.touchpaper.segment.reconcile;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.reservation.SegmentStore;

/**
 * Finds orphans: items on elements that have our names and are not booked, for example after the
 * database was restored from a backup. They take places that count as free. They are reported to
 * operators and otherwise left alone, since the database may be the one that is wrong.
 */
public record OrphanScanner(
    RetryingTransactions transactions, SegmentStore store, DriverRegistry drivers) {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanScanner.class);

  /** Scans every element. */
  public void scan() {
    for (var name : drivers.elementNames()) {
      try {
        scan(name);
      } catch (RuntimeException e) {
        LOG.warn("element={} orphan scan failed: {}", name, e.toString());
      }
    }
  }

  /**
   * Reads twice: an item is recorded before it is created, and deleted from the element before its
   * record. So only a circuit that is taken down between two readings could be mistaken for an
   * orphan.
   */
  private void scan(String element) {
    var first = findOrphans(element);
    var orphans = first.isEmpty() ? first : intersection(first, findOrphans(element));
    transactions.run(() -> recordOrphans(element, orphans));
  }

  private Map<String, List<ConfigItem>> findOrphans(String element) {
    var owned = drivers.driverFor(element).listOwned(); // read before the database
    var booked = store.items().listOwners(element);
    return owned.stream()
        .filter(item -> !booked.contains(item.owner()))
        .collect(groupingBy(ConfigItem::owner));
  }

  private static Map<String, List<ConfigItem>> intersection(
      Map<String, List<ConfigItem>> first, Map<String, List<ConfigItem>> second) {
    var common = new HashMap<>(second);
    common.keySet().retainAll(first.keySet());
    return common;
  }

  private void recordOrphans(String element, Map<String, List<ConfigItem>> orphans) {
    var recorded = store.drifts().listOrphans(element);
    new TreeMap<>(orphans)
        .forEach((owner, items) -> {
          if (!recorded.contains(owner)) {
            var description = owner + " is not booked: " + places(items);
            LOG.warn("element={} orphan: {}", element, description);
            store.drifts().addOrphan(element, owner, store.now(), description);
          }
        });
    for (var owner : difference(recorded, orphans.keySet())) {
      store.drifts().markGone(element, owner, store.now());
    }
  }

  private static String places(List<ConfigItem> items) {
    return items.stream().map(item -> item.place().toString()).sorted().collect(joining(", "));
  }

  private static Set<String> difference(Set<String> all, Set<String> removed) {
    var remaining = new HashSet<>(all);
    remaining.removeAll(removed);
    return remaining;
  }
}
