package org.touchpaper.segment.provider;

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
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;

/**
 * Looks for things on the elements that bear a name of ours and are in no books: what a database
 * that was restored from yesterday's copy has forgotten, say. They take places that the books call
 * free. Nothing is done to them, for the books may be the ones that are wrong: operators are told.
 */
final class Unbooked {

  private static final Logger LOG = LoggerFactory.getLogger(Unbooked.class);

  private final Transactions transactions;
  private final Books books;
  private final Elements elements;

  Unbooked(Transactions transactions, Books books, Elements elements) {
    this.transactions = transactions;
    this.books = books;
    this.elements = elements;
  }

  /** Looks at every element. */
  void look() {
    for (var name : elements.names()) {
      try {
        look(name);
      } catch (RuntimeException e) {
        LOG.warn("{} was not looked at: {}", name, e.toString()); // which proves nothing
      }
    }
  }

  /**
   * Twice: what is written is in the books before it is on an element, and off the element before
   * it is off the books, so that only a circuit that went just between two readings misleads us.
   */
  private void look(String element) {
    var first = unbooked(element);
    var there = first.isEmpty() ? first : both(first, unbooked(element));
    transactions.run(() -> tell(element, there));
  }

  private Map<String, List<Item>> unbooked(String element) {
    var ours = elements.named(element).listOurs(); // before the books are
    var booked = books.items().listOwners(element);
    return ours.stream()
        .filter(item -> !booked.contains(item.owner()))
        .collect(groupingBy(Item::owner));
  }

  private static Map<String, List<Item>> both(
      Map<String, List<Item>> first, Map<String, List<Item>> second) {
    var both = new HashMap<>(second);
    both.keySet().retainAll(first.keySet());
    return both;
  }

  private void tell(String element, Map<String, List<Item>> there) {
    var told = books.drifts().listUnbooked(element);
    new TreeMap<>(there)
        .forEach((owner, items) -> {
          if (!told.contains(owner)) {
            var what = owner + " is in no books: " + places(items);
            LOG.warn("{} holds what nobody booked: {}", element, what);
            books.drifts().unbooked(element, owner, books.now(), what);
          }
        });
    for (var owner : minus(told, there.keySet())) {
      books.drifts().gone(element, owner, books.now());
    }
  }

  private static String places(List<Item> items) {
    return items.stream().map(item -> item.place().toString()).sorted().collect(joining(", "));
  }

  private static Set<String> minus(Set<String> all, Set<String> some) {
    var rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }
}
