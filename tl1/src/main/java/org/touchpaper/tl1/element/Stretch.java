package org.touchpaper.tl1.element;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.tl1.element.Channels.Channel;

/**
 * What a sub-network connection has of one link: the same channels of the ports at both ends.
 *
 * @param near the port where it leaves an element
 * @param far the port where it enters the next
 */
record Stretch(End near, End far, Set<Integer> channels) {

  Stretch {
    channels = Set.copyOf(channels);
  }

  /** A line port of an element. */
  record End(String node, String port) {}

  static Stretch over(ControlPlane.Link link, Collection<Integer> channels) {
    return new Stretch(end(link.a()), end(link.z()), Set.copyOf(channels));
  }

  private static End end(ControlPlane.Ltp ltp) {
    return new End(ltp.node(), ltp.port());
  }

  /** Reads what {@link #toString} wrote. */
  static Stretch parse(String text) {
    var words = text.split("/", -1);
    return new Stretch(
        new End(words[0], words[1]), new End(words[2], words[3]), Channels.numbers(words[4]));
  }

  boolean isAt(String node, String port) {
    var end = new End(node, port);
    return near.equals(end) || far.equals(end);
  }

  boolean takes(String node, Channel channel) {
    return isAt(node, channel.parent()) && channels.contains(channel.number());
  }

  @Override
  public String toString() {
    var numbers = channels.stream().sorted().map(String::valueOf).collect(Collectors.joining("&"));
    return String.join("/", near.node(), near.port(), far.node(), far.port(), numbers);
  }
}
