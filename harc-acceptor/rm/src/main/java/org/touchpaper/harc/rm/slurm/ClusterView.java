package org.touchpaper.harc.rm.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.harc.rm.nodes.FreeNodes;
import org.touchpaper.harc.rm.slurm.PromisedNodes.Promise;
import org.touchpaper.segment.connection.Schedule;

/**
 * What Slurm said about its nodes: which may be promised, and what others have taken of them.
 *
 * @param nodeCount how many nodes there are, usable or not
 * @param usable the names of those that nothing speaks against
 * @param taken by others' reservations and by running jobs
 */
record ClusterView(int nodeCount, List<String> usable, List<Taken> taken) {
  ClusterView {
    usable = List.copyOf(usable);
    taken = List.copyOf(taken);
  }

  /** What somebody else has, once or again and again. */
  record Taken(List<String> nodes, Schedule next, Recurrence recurrence) {
    List<Promise> promises(Schedule window) {
      return recurrence.times(next, window).stream()
          .flatMap(during -> nodes.stream().map(node -> new Promise(node, during)))
          .toList();
    }
  }

  /** Looks; what is in our books is left out, for our own calendar knows better. */
  static ClusterView of(Cluster cluster, SlurmController slurm, Bookings bookings) {
    var nodes =
        slurm.listNodes().stream()
            .filter(node ->
                cluster.partition().isEmpty() || node.partitions().contains(cluster.partition()))
            .toList();
    var reservations = slurm.listReservations();
    var jobs = slurm.listRunningJobs();
    var reconciliation = Reconciliation.of(cluster, bookings, reservations, jobs);
    var taken = new ArrayList<Taken>();
    for (var other : reservations) {
      if (!reconciliation.isInTheBooks(other)) {
        taken.add(new Taken(other.nodes(), other.schedule(), other.recurrence()));
      }
    }
    for (var job : jobs) {
      if (!reconciliation.isInTheBooks(job)) {
        taken.add(new Taken(job.nodes(), job.limit(), Recurrence.NONE));
      }
    }
    var usable = nodes.stream().filter(SlurmNode::isUsable).map(SlurmNode::name).toList();
    return new ClusterView(nodes.size(), usable, taken);
  }

  /**
   * What is free in a window beside all that and our own promises; nodes are numbered as {@link
   * #usable}.
   */
  FreeNodes free(List<Promise> promised, Schedule window) {
    var numbers = new HashMap<String, Integer>();
    usable.forEach(name -> numbers.put(name, numbers.size() + 1));
    var others = taken.stream().flatMap(each -> each.promises(window).stream());
    var busy =
        Stream.concat(others, promised.stream())
            .flatMap(promise ->
                Optional.ofNullable(numbers.get(promise.node()))
                    .map(number -> new FreeNodes.Busy(number, promise.during()))
                    .stream())
            .toList();
    return new FreeNodes(usable.size(), busy);
  }

  /** Those of the names that are usable. */
  List<Integer> numbersOf(List<String> names) {
    return names.stream().map(name -> usable.indexOf(name) + 1).filter(n -> n > 0).toList();
  }

  List<String> namesOf(List<Integer> numbers) {
    return numbers.stream().map(number -> usable.get(number - 1)).toList();
  }

  /** {@code 2 of 4 are down or drained}, to be said in a refusal; empty if none is. */
  String unusable() {
    var count = nodeCount - usable.size();
    return count == 0 ? "" : "; " + count + " of " + nodeCount + " are down or drained";
  }
}
