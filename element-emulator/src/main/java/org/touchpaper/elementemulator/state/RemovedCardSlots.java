package org.touchpaper.elementemulator.state;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The slots of a chassis whose cards are removed. According to Cisco's "Online Insertion and
 * Removal of Modules in Cisco Catalyst Switches", the configuration of a card's ports applies again
 * once it is inserted. How IOS shows such a port meanwhile is not public; here it does not exist.
 */
public final class RemovedCardSlots {

  private static final Pattern PORT = Pattern.compile("[A-Za-z]+(\\d+)/.*");

  private final Set<Integer> pulledSlots = ConcurrentHashMap.newKeySet();

  public void pull(int slot) {
    pulledSlots.add(slot);
  }

  public void insert(int slot) {
    pulledSlots.remove(slot);
  }

  RemovedCardSlots copy() {
    var copy = new RemovedCardSlots();
    copy.pulledSlots.addAll(pulledSlots);
    return copy;
  }

  /** False for a port of a removed card. */
  public boolean hasPort(String port) {
    var slot = PORT.matcher(port);
    return !slot.matches() || !pulledSlots.contains(Integer.valueOf(slot.group(1)));
  }
}
