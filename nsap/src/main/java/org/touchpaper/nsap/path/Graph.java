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
 * Nodes joined by links, and the k shortest loopless paths through it (Yen 1971): each further path
 * leaves one already found at some node and goes the shortest way on from there that no found path
 * took.
 */
public final class Graph {

  private final Map<String, List<Edge>> edges = new HashMap<>();

  public Graph(List<Edge> edges) {
    for (var edge : edges) {
      this.edges.computeIfAbsent(edge.a(), _ -> new ArrayList<>()).add(edge);
      this.edges.computeIfAbsent(edge.z(), _ -> new ArrayList<>()).add(edge);
    }
  }

  /** At most so many paths between two nodes, shortest first; none if they are not joined. */
  public List<Path> paths(String from, String to, int atMost) {
    var found = new ArrayList<Path>();
    var candidates = new TreeSet<>(Path.SHORTEST_FIRST);
    shortest(Path.from(from), to, Set.of()).ifPresent(candidates::add);
    while (found.size() < atMost && !candidates.isEmpty()) {
      var next = candidates.pollFirst();
      found.add(next);
      for (var spur = 0; spur < next.edges().size(); spur++) {
        deviation(next, spur, to, found).ifPresent(candidates::add);
      }
    }
    return List.copyOf(found);
  }

  /** The shortest path that follows a found one for so many links and then leaves all found. */
  private Optional<Path> deviation(Path of, int spur, String to, List<Path> found) {
    var root = Path.from(of.nodes().getFirst());
    for (var edge : of.edges().subList(0, spur)) {
      root = root.along(edge);
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
    settled.remove(root.last());
    var queue = new PriorityQueue<Path>(Path.SHORTEST_FIRST);
    queue.add(root);
    for (var path = queue.poll(); path != null; path = queue.poll()) {
      if (path.last().equals(to)) {
        return Optional.of(path);
      }
      if (!settled.add(path.last())) {
        continue;
      }
      for (var edge : edges.getOrDefault(path.last(), List.of())) {
        var forbidden = path.equals(root) && forbiddenFirst.contains(edge);
        if (!forbidden && !settled.contains(edge.across(path.last()))) {
          queue.add(path.along(edge));
        }
      }
    }
    return Optional.empty();
  }
}
