package org.touchpaper.nsap.topology;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.nsap.path.Edge;
import org.touchpaper.nsap.path.Graph;

/** The wide-area network of one NSAP. The constructor checks its consistency. */
public record Topology(
    String network, List<Node> nodes, List<Link> links, List<Attachment> attachments) {

  public Topology {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    attachments = List.copyOf(attachments);
    var known = unique("node", nodes, Node::tid);
    unique("link or attachment", links, Link::id);
    unique("link or attachment", attachments, Attachment::name);
    var ports = new HashSet<Link.Port>();
    for (var link : links) {
      claim("link " + link.id(), link.a(), known, ports);
      claim("link " + link.id(), link.z(), known, ports);
    }
    for (var node : known) {
      checkSignalling(node, links.stream().filter(link -> link.endsAt(node)).toList());
    }
    for (var attachment : attachments) {
      claim("attachment " + attachment.name(), attachment.port(), known, ports);
    }
  }

  private static <T> HashSet<String> unique(
      String what, List<T> entries, Function<T, String> name) {
    var names = new HashSet<String>();
    for (var entry : entries) {
      if (!names.add(name.apply(entry))) {
        throw new IllegalArgumentException("duplicate " + what + ": " + name.apply(entry));
      }
    }
    return names;
  }

  private static void claim(
      String user, Link.Port port, HashSet<String> nodes, HashSet<Link.Port> taken) {
    if (!nodes.contains(port.node())) {
      throw new IllegalArgumentException(user + " ends at the unknown node " + port.node());
    }
    if (!taken.add(port)) {
      throw new IllegalArgumentException(user + " uses a port that is already in use: " + port);
    }
  }

  /**
   * An element that signals chooses the slots on its links, so all its links must have OSRP
   * numbers.
   */
  private static void checkSignalling(String node, List<Link> links) {
    var numbers = links.stream().flatMap(link -> Stream.ofNullable(link.osrpAt(node))).toList();
    if (!numbers.isEmpty() && numbers.size() < links.size()) {
      throw new IllegalArgumentException("only some links of " + node + " have an osrp number");
    }
    var _ = unique("osrp number of " + node, numbers, String::valueOf);
  }

  public Optional<Attachment> findAttachment(String name) {
    return attachments.stream().filter(attachment -> attachment.name().equals(name)).findFirst();
  }

  /** The ports of an element at which a link or an attachment ends. */
  public Set<String> ports(String node) {
    return Stream.concat(
            links.stream().flatMap(link -> Stream.of(link.a(), link.z())),
            attachments.stream().map(Attachment::port))
        .filter(port -> port.node().equals(node))
        .map(Link.Port::aid)
        .collect(Collectors.toSet());
  }

  /** The link with that id, which must exist. */
  public Link link(String id) {
    return links.stream()
        .filter(link -> link.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no link " + id + " in " + network));
  }

  public Graph graphOf(Predicate<Link> isUsable) {
    return links.stream()
        .filter(isUsable)
        .map(link -> new Edge(link.id(), link.a().node(), link.z().node(), link.latencyMicros()))
        .collect(Collectors.collectingAndThen(Collectors.toList(), Graph::new));
  }
}
