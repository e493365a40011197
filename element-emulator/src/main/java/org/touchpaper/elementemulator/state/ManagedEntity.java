package org.touchpaper.elementemulator.state;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An entity in an element's database.
 *
 * @param kind such as {@code GTP}, {@code CRS} or {@code VLAN}
 * @param attributes sorted by name
 */
public record ManagedEntity(String kind, String name, Map<String, String> attributes) {

  /** Free-text labels, which may equal the name of another entity. */
  private static final Set<String> LABEL_ATTRIBUTES = Set.of("ALIAS", "LBL");

  public ManagedEntity {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  /** The value of an attribute; empty if it is not set. */
  public String get(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  /** The names to which this entity may refer. */
  Collection<String> references() {
    var references = new TreeMap<>(attributes);
    references.keySet().removeAll(LABEL_ATTRIBUTES);
    return references.values();
  }

  public ManagedEntity with(String attribute, String value) {
    var changed = new TreeMap<>(attributes);
    if (value.isEmpty()) {
      changed.remove(attribute);
    } else {
      changed.put(attribute, value);
    }
    return new ManagedEntity(kind, name, changed);
  }
}
