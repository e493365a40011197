package org.touchpaper.elementemulator.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the entities of one kind that refer to a name: as the value of an attribute, or as a
 * channel, its port or its group in a list of channels. It avoids a scan of thousands of entities.
 * Callers hold the lock.
 */
final class ReferenceIndex {

  private final Map<String, Set<String>> namesByReference = new HashMap<>();

  void add(ManagedEntity entity) {
    for (var reference : references(entity)) {
      namesByReference.computeIfAbsent(reference, _ -> new TreeSet<>()).add(entity.name());
    }
  }

  void remove(ManagedEntity entity) {
    for (var reference : references(entity)) {
      namesByReference.computeIfPresent(
          reference, (_, names) -> names.remove(entity.name()) && names.isEmpty() ? null : names);
    }
  }

  /** The names of the entities that refer to this one. */
  Set<String> namesReferencing(String reference) {
    return namesByReference.getOrDefault(reference, Set.of());
  }

  private static Set<String> references(ManagedEntity entity) {
    var references = new HashSet<>(entity.attributes().values());
    var list = entity.get("CTP");
    if (!list.isEmpty()) {
      for (var channel : ChannelListParser.parse(list)) {
        references.add(channel.toString());
        references.add(channel.parent());
      }
    }
    return references;
  }
}
