package org.touchpaper.tl1.element;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The slots of a chassis whose cards are pulled. As Cisco's "Online Insertion and Removal of
 * Modules in Cisco Catalyst Switches" has it, what was configured on a card's ports is theirs again
 * when it is back. How IOS tells of a port meanwhile is not public: here it knows none of that
 * name.
 */
final class Slots {

  private static final Pattern PORT = Pattern.compile("[A-Za-z]+(\\d+)/.*");

  private final Set<Integer> empty = ConcurrentHashMap.newKeySet();

  void pull(int slot) {
    empty.add(slot);
  }

  void insert(int slot) {
    empty.remove(slot);
  }

  /** False for a port of a card that is pulled. */
  boolean hold(String port) {
    var slot = PORT.matcher(port);
    return !slot.matches() || !empty.contains(Integer.valueOf(slot.group(1)));
  }
}
