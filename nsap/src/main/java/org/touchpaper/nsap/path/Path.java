package org.touchpaper.nsap.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A way through the network that visits no node twice.
 *
 * @param nodes the nodes in order, one more than edges
 * @param edges the links in order
 */
public record Path(List<String> nodes, List<Edge> edges) {

  /** The preference among paths; the link ids make it total, so equal requests go equal ways. */
  static final Comparator<Path> SHORTEST_FIRST =
      Comparator.<Path>comparingInt(path -> path.edges.size())
          .thenComparingLong(Path::latencyMicros)
          .thenComparing(Path::linkIds, Path::byEachId);

  public Path {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  static Path from(String node) {
    return new Path(List.of(node), List.of());
  }

  Path along(Edge edge) {
    var further = new ArrayList<>(nodes);
    further.add(edge.across(last()));
    var taken = new ArrayList<>(edges);
    taken.add(edge);
    return new Path(further, taken);
  }

  String last() {
    return nodes.getLast();
  }

  public long latencyMicros() {
    return edges.stream().mapToLong(Edge::latencyMicros).sum();
  }

  public List<String> linkIds() {
    return edges.stream().map(Edge::id).toList();
  }

  private static int byEachId(List<String> some, List<String> other) {
    for (var i = 0; i < Math.min(some.size(), other.size()); i++) {
      var order = some.get(i).compareTo(other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(some.size(), other.size());
  }
}
