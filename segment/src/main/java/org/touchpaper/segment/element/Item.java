package org.touchpaper.segment.element;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that an element holds: a cross-connect, a channel group, a VLAN on a port.
 *
 * @param element the element's name (TL1's TID)
 * @param kind what sort of thing, in the driver's words, such as {@code CRS} or {@code VLAN}
 * @param key where it sits: two items of one kind and key cannot both be on an element
 * @param owner the name it bears there, such as a circuit id (CKTID); see {@link CircuitName}
 * @param attributes what else was asked for; an actual item may have more than the wanted one
 */
public record Item(
    String element, String kind, String key, String owner, Map<String, String> attributes) {

  /**
   * The attribute that says whether a thing works, {@code YES} if it does. A circuit is not called
   * up before all of it works; what stops working while the circuit is up impairs it, whether or
   * not an alarm tells, and was taken away by nobody.
   */
  public static final String WORKS = "WORKS";

  /**
   * The owner of what only circuits of ours put where it is, or what does nothing for anybody, and
   * of which nothing tells any more whose it was: whoever has a claim to its place clears it away.
   */
  public static final String LEFT_OVER = "left over";

  public Item {
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
  }

  public Item(String element, String kind, String key, String owner) {
    this(element, kind, key, owner, Map.of());
  }

  /** The place it takes on its element. */
  public Key place() {
    return new Key(kind, key);
  }

  /** True if the actual item is this wanted one: same place, same owner, all attributes asked. */
  public boolean isMetBy(Item actual) {
    return element.equals(actual.element)
        && place().equals(actual.place())
        && owner.equals(actual.owner)
        && actual.attributes.entrySet().containsAll(attributes.entrySet());
  }

  /** The same, whether or not it works now. */
  public boolean isThereAs(Item actual) {
    return lasting().isMetBy(actual);
  }

  /** The same thing is asked for, whether or not it is asked to work. */
  public boolean isSameAs(Item wanted) {
    return lasting().equals(wanted.lasting());
  }

  private Item lasting() {
    var lasting = new TreeMap<>(attributes);
    lasting.remove(WORKS);
    return new Item(element, kind, key, owner, lasting);
  }

  /** True if the actual item is this wanted one, and does not work though it shall. */
  public boolean isIdleAs(Item actual) {
    return isThereAs(actual) && !isMetBy(actual);
  }

  /** A place on an element that one item can take. */
  public record Key(String kind, String key) {
    @Override
    public String toString() {
      return kind + " " + key;
    }
  }

  @Override
  public String toString() {
    return kind + " " + key + " on " + element + " (" + owner + ")";
  }
}
