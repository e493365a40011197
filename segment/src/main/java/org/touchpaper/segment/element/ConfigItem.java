package org.touchpaper.segment.element;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A configuration item of an element: a cross-connect, a channel group, a VLAN on a port.
 *
 * @param element the element's name (TL1's TID)
 * @param kind the kind of item as the driver names it, such as {@code CRS} or {@code VLAN}
 * @param key the place: an element holds at most one item of a kind and key
 * @param owner its name on the element, such as a circuit id (CKTID); see {@link CircuitNameFormat}
 * @param attributes further requested properties; an actual item may have more than the wanted one
 */
public record ConfigItem(
    String element, String kind, String key, String owner, Map<String, String> attributes) {

  /**
   * The attribute that states whether an item works, {@code YES} if it does. A circuit is up only
   * when all its items work. An item that stops working impairs an active circuit, with or without
   * an alarm, and does not count as removed.
   */
  public static final String WORKS_ATTRIBUTE = "WORKS";

  /**
   * The owner of an item that only our circuits can have left in its place, or that carries
   * nothing, and whose circuit is unknown. A circuit that needs the place removes it.
   */
  public static final String ORPHAN_OWNER = "left over";

  public ConfigItem {
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
  }

  public ConfigItem(String element, String kind, String key, String owner) {
    this(element, kind, key, owner, Map.of());
  }

  /** This item with one more attribute. */
  public ConfigItem with(String attribute, String value) {
    var more = new TreeMap<>(attributes);
    more.put(attribute, value);
    return new ConfigItem(element, kind, key, owner, more);
  }

  /** The place of this item on its element. */
  public Key place() {
    return new Key(kind, key);
  }

  /** True if the actual item has this item's place and owner, and all its attributes. */
  public boolean isSatisfiedBy(ConfigItem actual) {
    return element.equals(actual.element)
        && place().equals(actual.place())
        && owner.equals(actual.owner)
        && actual.attributes.entrySet().containsAll(attributes.entrySet());
  }

  /** As {@link #isSatisfiedBy}, whether or not the actual item works. */
  public boolean isPresentAs(ConfigItem actual) {
    return withoutWorksAttribute().isSatisfiedBy(actual);
  }

  /** True if both are the same item, except for whether it has to work. */
  public boolean isSameAs(ConfigItem wanted) {
    return withoutWorksAttribute().equals(wanted.withoutWorksAttribute());
  }

  private ConfigItem withoutWorksAttribute() {
    var remaining = new TreeMap<>(attributes);
    remaining.remove(WORKS_ATTRIBUTE);
    return new ConfigItem(element, kind, key, owner, remaining);
  }

  /** True if the actual item is this one and does not work although it should. */
  public boolean isPresentButIdle(ConfigItem actual) {
    return isPresentAs(actual) && !isSatisfiedBy(actual);
  }

  /** A place on an element, which at most one item takes. */
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
