package org.touchpaper.nsap.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A loopless path through the network.
 *
 * @param nodes the nodes in order, one more than edges
 * @param edges the links in order
 */
public record Path(List<String> nodes, List<Edge> edges) {

  /**
   * The preference among paths: fewest hops, lowest latency, link ids. The order is total, so equal
   * requests get equal paths.
   */
  static final Comparator<Path> SHORTEST_FIRST =
      Comparator.<Path>comparingInt(path -> path.edges.size())
          .thenComparingLong(Path::latencyMicros)
          .thenComparing(Path::linkIds, Path::compareIds);

  public Path {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  static Path startingAt(String node) {
    return new Path(List.of(node), List.of());
  }

  Path append(Edge edge) {
    var newNodes = new ArrayList<>(nodes);
    newNodes.add(edge.otherEnd(lastNode()));
    var newEdges = new ArrayList<>(edges);
    newEdges.add(edge);
    return new Path(newNodes, newEdges);
  }

  String lastNode() {
    return nodes.getLast();
  }

  public long latencyMicros() {
    return edges.stream().mapToLong(Edge::latencyMicros).sum();
  }

  public List<String> linkIds() {
    return edges.stream().map(Edge::id).toList();
  }

  private static int compareIds(List<String> ids, List<String> otherIds) {
    for (var i = 0; i < Math.min(ids.size(), otherIds.size()); i++) {
      var order = ids.get(i).compareTo(otherIds.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(ids.size(), otherIds.size());
  }
}
