package org.touchpaper.elementemulator.ciena;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.state.ChannelListParser.Channel;

/**
 * The route of a sub-network connection that is set up.
 *
 * @param group the GTP at which it begins, on its head-end
 * @param remoteGroups the VCGs at which it ends, on the remote node
 * @param spans its links in order; never empty
 */
public record SncRoute(
    String name,
    String headEnd,
    String group,
    String remoteNode,
    Set<String> remoteGroups,
    List<SncSpan> spans) {

  static SncRoute of(Snc snc) {
    return new SncRoute(
        snc.name(),
        snc.headEnd().config.tid(),
        snc.entity().get("FROMENDPOINT"),
        snc.remoteNode(),
        snc.terminationPoints().stream().map(Channel::parent).collect(Collectors.toSet()),
        snc.route().toList());
  }
}
