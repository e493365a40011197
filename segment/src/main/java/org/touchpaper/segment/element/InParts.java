package org.touchpaper.segment.element;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * Reads many places of an element that may not tell of all: a card that is out of order, or a row
 * that nobody understands, hides nothing else. All are asked about at once; where that fails, one
 * half and then the other, until what is hidden stands alone.
 */
public final class InParts {

  /** One that refuses so often is not asked again and again: what is left is hidden. */
  static final int MOST_REFUSALS = 100;

  /** What is on one card is asked about together. */
  private static final Comparator<Item.Key> NEIGHBOURS =
      Comparator.comparing(Item.Key::kind).thenComparing(Item.Key::key);

  private final ElementDriver driver;
  private final List<Item> items = new ArrayList<>();
  private final Map<Item.Key, String> hidden = new HashMap<>();
  private @Nullable String incarnation;
  private int refusals;

  private InParts(ElementDriver driver) {
    this.driver = driver;
  }

  /**
   * What sits at these places.
   *
   * @throws ElementUnreachable if the element gives no answers
   */
  public static Snapshot read(ElementDriver driver, Collection<Item.Key> places) {
    var parts = new InParts(driver);
    parts.ask(places.stream().distinct().sorted(NEIGHBOURS).toList());
    var incarnation = parts.incarnation;
    return new Snapshot(parts.items, incarnation == null ? "" : incarnation, parts.hidden);
  }

  private void ask(List<Item.Key> places) {
    try {
      heard(driver.read(places));
    } catch (NotTold e) {
      askInHalves(places, e);
    } catch (ElementUnreachable e) {
      throw e;
    } catch (RuntimeException e) { // an answer of which nobody here can make anything
      askInHalves(places, e);
    }
  }

  private void askInHalves(List<Item.Key> places, RuntimeException why) {
    if (places.size() <= 1 || ++refusals > MOST_REFUSALS) {
      places.forEach(place -> hidden.put(place, String.valueOf(why.getMessage())));
      return;
    }
    var half = places.size() / 2;
    ask(places.subList(0, half));
    ask(places.subList(half, places.size()));
  }

  private void heard(Snapshot snapshot) {
    if (incarnation != null && !incarnation.equals(snapshot.incarnation())) {
      throw new ElementUnreachable(driver.element(), "it restarted while it was read");
    }
    incarnation = snapshot.incarnation();
    items.addAll(snapshot.items());
    hidden.putAll(snapshot.hidden());
  }
}
