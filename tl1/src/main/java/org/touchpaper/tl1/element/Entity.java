package org.touchpaper.tl1.element;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Something an element holds.
 *
 * @param kind such as {@code GTP}, {@code CRS} or {@code VLAN}
 * @param attributes in the order of their names
 */
public record Entity(String kind, String name, Map<String, String> attributes) {

  /** What somebody calls it, which may be as another thing is named. */
  private static final Set<String> LABELS = Set.of("ALIAS", "LBL");

  public Entity {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  /** The attribute; empty if it is not set. */
  public String get(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  /** What it may be made of, or end in. */
  Collection<String> references() {
    var references = new TreeMap<>(attributes);
    references.keySet().removeAll(LABELS);
    return references.values();
  }

  Entity with(String attribute, String value) {
    var changed = new TreeMap<>(attributes);
    if (value.isEmpty()) {
      changed.remove(attribute);
    } else {
      changed.put(attribute, value);
    }
    return new Entity(kind, name, changed);
  }
}
