package org.touchpaper.nsap.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/**
 * A graph of nodes and links with the k shortest loopless paths (Yen 1971): each further path
 * deviates from a path already found at one node and is the shortest continuation that no path
 * found takes.
 */
public final class Graph {

  private final Map<String, List<Edge>> edges = new HashMap<>();

  public Graph(List<Edge> edges) {
    for (var edge : edges) {
      this.edges.computeIfAbsent(edge.a(), _ -> new ArrayList<>()).add(edge);
      this.edges.computeIfAbsent(edge.z(), _ -> new ArrayList<>()).add(edge);
    }
  }

  /** The shortest paths between two nodes in order; empty if they are not connected. */
  public List<Path> paths(String from, String to, int maxPaths) {
    var found = new ArrayList<Path>();
    var candidates = new TreeSet<>(Path.SHORTEST_FIRST);
    shortest(Path.startingAt(from), to, Set.of()).ifPresent(candidates::add);
    while (found.size() < maxPaths && !candidates.isEmpty()) {
      var next = candidates.pollFirst();
      found.add(next);
      for (var spur = 0; spur < next.edges().size(); spur++) {
        deviation(next, spur, to, found).ifPresent(candidates::add);
      }
    }
    return List.copyOf(found);
  }

  /**
   * The shortest path that shares the first {@code spur} links with a path found and then deviates
   * from all paths found.
   */
  private Optional<Path> deviation(Path base, int spur, String to, List<Path> found) {
    var root = Path.startingAt(base.nodes().getFirst());
    for (var edge : base.edges().subList(0, spur)) {
      root = root.append(edge);
    }
    var taken = new HashSet<Edge>();
    for (var path : found) {
      if (path.edges().size() > spur && path.edges().subList(0, spur).equals(root.edges())) {
        taken.add(path.edges().get(spur));
      }
    }
    return shortest(root, to, taken);
  }

  /**
   * The shortest continuation of a path (Dijkstra 1959) that visits no node twice and does not
   * begin with a forbidden link.
   */
  private Optional<Path> shortest(Path root, String to, Set<Edge> forbiddenFirst) {
    var settled = new HashSet<>(root.nodes());
    settled.remove(root.lastNode());
    var queue = new PriorityQueue<Path>(Path.SHORTEST_FIRST);
    queue.add(root);
    for (var path = queue.poll(); path != null; path = queue.poll()) {
      if (path.lastNode().equals(to)) {
        return Optional.of(path);
      }
      if (!settled.add(path.lastNode())) {
        continue;
      }
      for (var edge : edges.getOrDefault(path.lastNode(), List.of())) {
        var forbidden = path.equals(root) && forbiddenFirst.contains(edge);
        if (!forbidden && !settled.contains(edge.otherEnd(path.lastNode()))) {
          queue.add(path.append(edge));
        }
      }
    }
    return Optional.empty();
  }
}
