package org.touchpaper.tl1.element;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which entities of one kind mention a thing: as the value of an attribute, or as a channel, or a
 * channel's port or group, in a list of channels. An element that holds thousands need not go
 * through all of them to find who is in the way. Its user takes the lock.
 */
final class Mentions {

  private final Map<String, Set<String>> names = new HashMap<>();

  void add(Entity entity) {
    for (var thing : things(entity)) {
      names.computeIfAbsent(thing, _ -> new TreeSet<>()).add(entity.name());
    }
  }

  void remove(Entity entity) {
    for (var thing : things(entity)) {
      names.computeIfPresent(
          thing, (_, all) -> all.remove(entity.name()) && all.isEmpty() ? null : all);
    }
  }

  /** The names of those that mention it. */
  Set<String> of(String thing) {
    return names.getOrDefault(thing, Set.of());
  }

  private static Set<String> things(Entity entity) {
    var things = new HashSet<>(entity.attributes().values());
    var list = entity.get("CTP");
    if (!list.isEmpty()) {
      for (var channel : Channels.parse(list)) {
        things.add(channel.toString());
        things.add(channel.parent());
      }
    }
    return things;
  }
}
