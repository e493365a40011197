package org.touchpaper.elementemulator.ciena;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.state.ChannelListParser;
import org.touchpaper.elementemulator.state.ChannelListParser.Channel;

/**
 * The part of a sub-network connection on one link: the same channels of the ports at both ends.
 *
 * @param near the port by which it leaves an element
 * @param far the port by which it enters the next
 */
public record SncSpan(LinkEnd near, LinkEnd far, Set<Integer> channels) {

  public SncSpan {
    channels = Set.copyOf(channels);
  }

  public record LinkEnd(String node, String port) {}

  static SncSpan onLink(ControlPlane.Link link, Collection<Integer> channels) {
    return new SncSpan(end(link.a()), end(link.z()), Set.copyOf(channels));
  }

  private static LinkEnd end(ControlPlane.Ltp ltp) {
    return new LinkEnd(ltp.node(), ltp.port());
  }

  static SncSpan parse(String text) {
    var fields = text.split("/", -1);
    return new SncSpan(
        new LinkEnd(fields[0], fields[1]),
        new LinkEnd(fields[2], fields[3]),
        ChannelListParser.parseNumbers(fields[4]));
  }

  boolean isAt(String node, String port) {
    var end = new LinkEnd(node, port);
    return near.equals(end) || far.equals(end);
  }

  boolean usesChannel(String node, Channel channel) {
    return isAt(node, channel.parent()) && channels.contains(channel.number());
  }

  @Override
  public String toString() {
    var numbers = channels.stream().sorted().map(String::valueOf).collect(Collectors.joining("&"));
    return String.join("/", near.node(), near.port(), far.node(), far.port(), numbers);
  }
}
