package org.touchpaper.segment.provider;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ElementDriver.Snapshot;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.InParts;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.provider.Items.Recorded;

/**
 * Compares what elements should hold for the circuits that are up with what they do hold: each
 * element is read once for all of them, and a circuit that does not look as it should is given to
 * {@link Audit}, which reads it alone before anything is done. Runs now and then, and whenever
 * {@link Hints} give a reason.
 */
final class Reconciler implements Repairs, Impairments {

  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  /** Circuits that are read by themselves; the database has fewer connections. */
  private static final int AT_ONCE = 64;

  private final Transactions transactions;
  private final Books books;
  private final Elements elements;
  private final Audit audit;

  private final StandingAlarms alarms = new StandingAlarms();

  Reconciler(Transactions transactions, Books books, Elements elements, Audit audit) {
    this.transactions = transactions;
    this.books = books;
    this.elements = elements;
    this.audit = audit;
  }

  private record Standing(ConnectionId connection, Recorded recorded) {
    String element() {
      return recorded.item().element();
    }
  }

  /** Looks at every element that has anything of ours. */
  void sweep() {
    var names = books.items().listElements();
    alarms.forgetAllBut(names);
    audit.forgetAllBut(books.items().listStanding(names).keySet());
    sweep(names);
  }

  /** A circuit that came up just now is impaired from the start by what stood before. */
  void cameUp(ConnectionId connection) {
    if (isCalmEverywhere()) {
      return;
    }
    for (var element : elementsOf(books.items().list(connection))) {
      if (alarms.find(element).isEmpty()) {
        readAlarms(element);
      }
    }
    audit.tell(connection, () -> impairment(connection));
  }

  /** No alarm stands, as far as is known, and of every element it is known. */
  private boolean isCalmEverywhere() {
    var names = elements.names();
    return !names.isEmpty() && alarms.areNoneOn(names);
  }

  void sweep(Collection<String> names) {
    var standing = books.items().listStanding(names);
    var byElement =
        standing.entrySet().stream()
            .flatMap(each -> each.getValue().stream().map(it -> new Standing(each.getKey(), it)))
            .collect(groupingBy(Standing::element));
    for (var name : names) {
      if (!byElement.containsKey(name)) {
        alarms.forget(name); // not read now, so whatever it said is old by the next circuit
      }
    }
    var suspects = ConcurrentHashMap.<ConnectionId>newKeySet();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      byElement.forEach((name, there) -> threads.execute(() -> read(name, there, suspects)));
    } // waits for all
    var unread = new LinkedHashSet<>(suspects);
    standing.keySet().stream().filter(books.missing()::isLookedFor).forEach(unread::add);
    for (var connection : withNewsOfAlarms(standing.keySet())) {
      if (!unread.contains(connection)) {
        each(connection, () -> audit.tell(connection, () -> impairment(connection)));
      }
    }
    look(unread);
  }

  /** Together, so that their readings are gathered; who is slow to tell keeps no other waiting. */
  private void look(Collection<ConnectionId> circuits) {
    var room = new Semaphore(AT_ONCE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var connection : circuits) {
        room.acquireUninterruptibly();
        threads.execute(() -> {
          try {
            each(connection, () -> audit.look(connection, () -> impairment(connection)));
          } finally {
            room.release();
          }
        });
      }
    } // waits for all
  }

  /** What goes wrong with one circuit is no reason not to look at the next. */
  private static void each(ConnectionId connection, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("connectionId={} was not compared: {}", connection, e.toString());
    }
  }

  /** It is another session in which this element is read from now on. */
  void connected(String element) {
    books.missing().connected(element, books.now());
  }

  /** What waits for another attempt on this element, which is back, is attempted now. */
  void retry(String element) {
    transactions.run(() -> {
      for (var waiting : books.connections().listWaitingFor(element)) {
        var it = books.connections().findLocked(waiting).orElseThrow();
        books.due().circuit(it, books.now());
        books.connections().save(it);
      }
    });
  }

  @Override
  public List<PortAlarm> lastReadOn(String element) {
    return alarms.find(element).orElse(List.of());
  }

  @Override
  public List<ConnectionId> putBack(String element, String who) {
    var there =
        books.items().listStanding(List.of(element)).entrySet().stream()
            .flatMap(each -> each.getValue().stream().map(it -> new Standing(each.getKey(), it)))
            .toList();
    var suspects = new LinkedHashSet<ConnectionId>();
    compare(element, there, suspects);
    return suspects.stream().filter(connection -> audit.putBack(connection, who)).toList();
  }

  /** An element that cannot tell all that it holds can tell of its alarms all the same. */
  private void read(String name, List<Standing> there, Set<ConnectionId> suspects) {
    try {
      compare(name, there, suspects);
    } catch (RuntimeException e) {
      LOG.warn("{} was not read: {}", name, e.toString()); // says nothing about its circuits
    }
    readAlarms(name);
  }

  private void readAlarms(String element) {
    try {
      alarms.told(element, elements.named(element).alarms());
    } catch (RuntimeException e) {
      LOG.warn("the alarms of {} were not read: {}", element, e.toString());
    }
  }

  /** Adds whose circuit does not look as it should, and notes what does not work. */
  private void compare(String name, List<Standing> there, Set<ConnectionId> suspects) {
    var driver = elements.named(name);
    var places = there.stream().map(it -> it.recorded().item().place()).toList();
    var read = InParts.read(driver, places);
    if (!read.hidden().isEmpty()) { // which says nothing about it
      var why = read.hidden().values().iterator().next();
      LOG.warn("{} tells nothing of {} places: {}", name, read.hidden().size(), why);
    }
    var byPlace = read.items().stream().collect(groupingBy(Item::place));
    var idle = new ArrayList<Item>();
    for (var it : there) {
      var recorded = it.recorded();
      var here = byPlace.getOrDefault(recorded.item().place(), List.of());
      var seen =
          Survey.of(
              name,
              List.of(recorded.item()),
              recorded.incarnation(),
              new Snapshot(here, read.incarnation(), read.hidden()));
      if (!(seen instanceof Survey.Intact(_, var life)) || !life.equals(recorded.incarnation())) {
        suspects.add(it.connection());
      }
      if (isIdle(recorded.item(), here, read.hidden())) {
        idle.add(recorded.item());
      }
    }
    alarms.idle(name, idle);
  }

  /** What is hidden now is as it was. */
  private boolean isIdle(Item item, List<Item> here, Map<Item.Key, String> hidden) {
    return hidden.containsKey(item.place())
        ? alarms.wasIdle(item)
        : here.stream().anyMatch(item::isIdleAs);
  }

  /** Of which it is known what impairs them, and that is another thing than was told. */
  private Collection<ConnectionId> withNewsOfAlarms(Set<ConnectionId> looked) {
    var news = new LinkedHashSet<ConnectionId>();
    var problems = books.connections().listProblemsOfThoseUp();
    var calm = alarms.areNone();
    for (var connection : looked) {
      var known = problems.get(connection);
      if (calm && known == null) {
        continue;
      }
      each(
          connection,
          () -> {
            var how = impairment(connection);
            var words = how.filter(text -> !text.isEmpty()).orElse(null);
            how.ifPresent(text -> audit.reads(connection, text));
            if (how.isPresent() && !Objects.equals(known, ProblemWords.impaired(known, words))) {
              news.add(connection);
            }
          });
    }
    return news;
  }

  /**
   * What is wrong on a circuit's way; empty text if nothing is, empty if that is not known. Reads
   * nothing: of an element that was not read yet its own reader tells, and who is slow to answer
   * keeps nobody waiting who asks about another.
   */
  private Optional<String> impairment(ConnectionId connection) {
    var recorded = books.items().list(connection);
    var items = recorded.stream().map(Recorded::item).toList();
    var wrong = new ArrayList<PortAlarm>();
    var unknown = false;
    for (var element : elementsOf(recorded)) {
      var standing = alarms.find(element);
      unknown |= standing.isEmpty();
      standing.orElse(List.of()).stream()
          .filter(alarm ->
              items.stream().anyMatch(it -> it.element().equals(element) && alarm.concerns(it)))
          .forEach(wrong::add);
    }
    return unknown && wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(wrong.stream().map(PortAlarm::words).distinct().collect(joining("; ")));
  }

  private static List<String> elementsOf(Collection<Recorded> items) {
    return items.stream().map(it -> it.item().element()).distinct().toList();
  }
}
