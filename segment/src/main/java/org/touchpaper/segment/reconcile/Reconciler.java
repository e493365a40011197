package org.touchpaper.segment.reconcile;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.BisectingReader;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementDriver.Snapshot;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.inventory.ConfigItemRepository.RecordedItem;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.reservation.EstablishedConnectionProblemFormatter;
import org.touchpaper.segment.reservation.SegmentStore;

/**
 * Reconciles elements with the database: compares the expected items of active circuits with the
 * actual ones. Each element is read once for all its circuits. A circuit that deviates goes to
 * {@link CircuitReconciler}, which reads it alone before it acts. Runs periodically, and on events
 * from {@link ElementEventListener}.
 */
public final class Reconciler {

  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  /** Concurrent audits; limited, because the database has fewer connections. */
  private static final int MAX_CONCURRENT_AUDITS = 64;

  private final RetryingTransactions transactions;
  private final SegmentStore store;
  private final DriverRegistry drivers;
  private final CircuitReconciler circuitReconciler;

  private final ElementProblemRegistry alarms = new ElementProblemRegistry();

  /** Hears of an element that reads otherwise than before. */
  private volatile Consumer<String> changeListener = _ -> {};

  public Reconciler(
      RetryingTransactions transactions,
      SegmentStore store,
      DriverRegistry drivers,
      CircuitReconciler circuitReconciler) {
    this.transactions = transactions;
    this.store = store;
    this.drivers = drivers;
    this.circuitReconciler = circuitReconciler;
  }

  /**
   * Sets what hears of an element that lacks other items, or reports other problems, than before.
   */
  public void onChange(Consumer<String> listener) {
    changeListener = listener;
  }

  private record ActiveItem(ConnectionId connection, RecordedItem recorded) {
    String element() {
      return recorded.item().element();
    }
  }

  /** Reconciles every element that holds items. */
  public void sweep() {
    var names = store.items().listElements();
    alarms.retainOnly(names);
    circuitReconciler.retainOnly(store.items().listActive(names).keySet());
    sweep(names);
  }

  /** Reports alarms that were active before a circuit came up. */
  public void onCircuitUp(ConnectionId connection) {
    if (isClearEverywhere()) {
      return;
    }
    for (var element : elementsOf(store.items().list(connection))) {
      if (alarms.find(element).isEmpty()) {
        readAlarms(element);
      }
    }
    circuitReconciler.reportImpairment(connection, () -> impairment(connection));
  }

  /** True if the alarms of every element are known, and there are none. */
  private boolean isClearEverywhere() {
    var names = drivers.elementNames();
    return !names.isEmpty() && alarms.isClearOn(names);
  }

  public void sweep(Collection<String> names) {
    var active = store.items().listActive(names);
    var byElement =
        active.entrySet().stream()
            .flatMap(entry ->
                entry.getValue().stream().map(recorded -> new ActiveItem(entry.getKey(), recorded)))
            .collect(groupingBy(ActiveItem::element));
    for (var name : names) {
      if (!byElement.containsKey(name)) {
        alarms.forget(name); // not read now, so out of date by the next circuit
        recordLacking(name, Map.of());
      }
    }
    var suspects = ConcurrentHashMap.<ConnectionId>newKeySet();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      byElement.forEach((name, items) -> threads.execute(() -> read(name, items, suspects)));
    } // waits for all
    var toAudit = new LinkedHashSet<>(suspects);
    active.keySet().stream().filter(store.missingItems()::isMissing).forEach(toAudit::add);
    store.drifts().listMissing().stream() // also what was found before this service's start
        .filter(active::containsKey)
        .forEach(toAudit::add);
    for (var connection : withChangedImpairment(active.keySet())) {
      if (!toAudit.contains(connection)) {
        runLogged(
            connection,
            () -> circuitReconciler.reportImpairment(connection, () -> impairment(connection)));
      }
    }
    audit(toAudit);
  }

  /**
   * Audits circuits concurrently, so that their reads are coalesced and a slow element delays no
   * other.
   */
  private void audit(Collection<ConnectionId> circuits) {
    var permits = new Semaphore(MAX_CONCURRENT_AUDITS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var connection : circuits) {
        permits.acquireUninterruptibly();
        threads.execute(() -> {
          try {
            runLogged(
                connection,
                () -> circuitReconciler.audit(connection, () -> impairment(connection)));
          } finally {
            permits.release();
          }
        });
      }
    } // waits for all
  }

  /** Runs work on one circuit; a failure does not affect the others. */
  private static void runLogged(ConnectionId connection, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("connectionId={} comparison failed: {}", connection, e.toString());
    }
  }

  /** Records a new session with an element. */
  public void onConnected(String element) {
    store.missingItems().sessionStarted(element, store.now());
  }

  /** Retries at once the connections that wait for this element, which is connected again. */
  public void retryWaiting(String element) {
    transactions.run(() -> {
      for (var waiting : store.connections().listWaitingFor(element)) {
        var connection = store.connections().findForUpdate(waiting).orElseThrow();
        store.taskScheduler().scheduleCircuit(connection, store.now());
        store.connections().save(connection);
      }
    });
  }

  /**
   * The problems of an element as last read; empty if it has not been read, or holds no active
   * circuit.
   */
  public List<PortAlarm> lastReadAlarms(String element) {
    return alarms.find(element).orElse(List.of());
  }

  /** True if an element was compared since this service's start. */
  public boolean isCompared(String element) {
    return store.missingItems().isRead(element);
  }

  /** How many items an element lacks of each active circuit, as last read. */
  public Map<ConnectionId, Integer> lackingItems(String element) {
    return store.missingItems().lastReading(element);
  }

  /**
   * The active circuits that an element impairs, as last read: it lacks an item, or has a problem.
   */
  public Set<ConnectionId> impairedCircuits(String element) {
    var impaired = new HashSet<>(lackingItems(element).keySet());
    var problems = lastReadAlarms(element);
    if (!problems.isEmpty()) {
      store
          .items()
          .listActive(List.of(element))
          .forEach((connection, items) -> {
            if (items.stream()
                .anyMatch(
                    item -> problems.stream().anyMatch(alarm -> alarm.concerns(item.item())))) {
              impaired.add(connection);
            }
          });
    }
    return impaired;
  }

  /**
   * Restores the items that an element lacks of active circuits, also where they would count as
   * removed. Circuits that were cut, abandoned or ended stay so.
   *
   * @param operator who requests it, for the record
   * @return the circuits with missing items
   * @throws org.touchpaper.segment.element.ElementReadException if the element cannot be read
   */
  public List<ConnectionId> restoreMissing(String element, String operator) {
    var items =
        store.items().listActive(List.of(element)).entrySet().stream()
            .flatMap(entry ->
                entry.getValue().stream().map(recorded -> new ActiveItem(entry.getKey(), recorded)))
            .toList();
    var suspects = new LinkedHashSet<ConnectionId>();
    compare(element, items, suspects);
    return suspects.stream()
        .filter(connection -> circuitReconciler.restoreMissing(connection, operator))
        .toList();
  }

  /** Reads configuration and alarms; a failure of one does not prevent the other. */
  private void read(String name, List<ActiveItem> items, Set<ConnectionId> suspects) {
    try {
      compare(name, items, suspects);
    } catch (RuntimeException e) {
      LOG.warn("element={} read failed: {}", name, e.toString()); // no evidence on circuits
    }
    readAlarms(name);
  }

  private void readAlarms(String element) {
    try {
      var before = alarms.find(element);
      alarms.setReported(element, drivers.driverFor(element).alarms());
      if (!before.equals(alarms.find(element))) {
        changeListener.accept(element);
      }
    } catch (RuntimeException e) {
      LOG.warn("element={} alarms not read: {}", element, e.toString());
    }
  }

  /** Adds circuits that deviate to the suspects, and records items that do not work. */
  private void compare(String name, List<ActiveItem> expected, Set<ConnectionId> suspects) {
    var driver = drivers.driverFor(name);
    var places = expected.stream().map(activeItem -> activeItem.recorded().item().place()).toList();
    var snapshot = BisectingReader.read(driver, places);
    if (!snapshot.unreadable().isEmpty()) { // no evidence on these places
      var reason = snapshot.unreadable().values().iterator().next();
      LOG.warn("element={} {} places unreadable: {}", name, snapshot.unreadable().size(), reason);
    }
    var byPlace = snapshot.items().stream().collect(groupingBy(ConfigItem::place));
    var idle = new ArrayList<ConfigItem>();
    var lacking = new HashMap<ConnectionId, Integer>();
    var before = lackingItems(name);
    for (var activeItem : expected) {
      var recorded = activeItem.recorded();
      var actual = byPlace.getOrDefault(recorded.item().place(), List.of());
      var survey =
          ItemSurveyResult.of(
              name,
              List.of(recorded.item()),
              recorded.incarnation(),
              new Snapshot(actual, snapshot.incarnation(), snapshot.unreadable()));
      if (!(survey instanceof ItemSurveyResult.Intact(_, var incarnation))
          || !incarnation.equals(recorded.incarnation())) {
        suspects.add(activeItem.connection());
      }
      if (survey instanceof ItemSurveyResult.Removed || survey instanceof ItemSurveyResult.Lost) {
        lacking.merge(activeItem.connection(), 1, Integer::sum);
      } else if (snapshot.unreadable().containsKey(recorded.item().place())) {
        Optional.ofNullable(before.get(activeItem.connection()))
            .ifPresent(count -> lacking.putIfAbsent(activeItem.connection(), count));
      }
      if (isIdle(recorded.item(), actual, snapshot.unreadable())) {
        idle.add(recorded.item());
      }
    }
    alarms.setIdle(name, idle);
    recordLacking(name, lacking);
  }

  private void recordLacking(String element, Map<ConnectionId, Integer> lacking) {
    if (store.missingItems().recordReading(element, lacking)) {
      changeListener.accept(element);
    }
  }

  /** An unreadable item keeps its last state. */
  private boolean isIdle(
      ConfigItem item, List<ConfigItem> actual, Map<ConfigItem.Key, String> unreadable) {
    return unreadable.containsKey(item.place())
        ? alarms.wasIdle(item)
        : actual.stream().anyMatch(item::isPresentButIdle);
  }

  /** The circuits whose impairment is known and differs from the reported one. */
  private Collection<ConnectionId> withChangedImpairment(Set<ConnectionId> circuits) {
    var changed = new LinkedHashSet<ConnectionId>();
    var problems = store.connections().listProblemsOfActive();
    var noAlarms = alarms.isClear();
    for (var connection : circuits) {
      var recordedProblem = problems.get(connection);
      if (noAlarms && recordedProblem == null) {
        continue;
      }
      runLogged(
          connection,
          () -> {
            var current = impairment(connection);
            var currentText = current.filter(text -> !text.isEmpty()).orElse(null);
            current.ifPresent(text -> circuitReconciler.observeImpairment(connection, text));
            if (current.isPresent()
                && !Objects.equals(
                    recordedProblem,
                    EstablishedConnectionProblemFormatter.withImpairment(
                        recordedProblem, currentText))) {
              changed.add(connection);
            }
          });
    }
    return changed;
  }

  /**
   * The impairment of a circuit: empty text if there is none, empty if unknown. Reads no element,
   * so a slow element delays no other; an element that has not been read yet is read by its own
   * reader.
   */
  private Optional<String> impairment(ConnectionId connection) {
    var recorded = store.items().list(connection);
    var items = recorded.stream().map(RecordedItem::item).toList();
    var alarmsOnPath = new ArrayList<PortAlarm>();
    var unknown = false;
    for (var element : elementsOf(recorded)) {
      var elementAlarms = alarms.find(element);
      unknown |= elementAlarms.isEmpty();
      elementAlarms.orElse(List.of()).stream()
          .filter(alarm ->
              items.stream()
                  .anyMatch(item -> item.element().equals(element) && alarm.concerns(item)))
          .forEach(alarmsOnPath::add);
    }
    return unknown && alarmsOnPath.isEmpty()
        ? Optional.empty()
        : Optional.of(
            alarmsOnPath.stream().map(PortAlarm::description).distinct().collect(joining("; ")));
  }

  private static List<String> elementsOf(Collection<RecordedItem> items) {
    return items.stream().map(recorded -> recorded.item().element()).distinct().toList();
  }
}
