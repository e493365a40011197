package org.touchpaper.harc.rm.slurm;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.harc.rm.nodes.FreeNodes;
import org.touchpaper.harc.rm.slurm.PromisedNodes.Promise;

/**
 * What Slurm said about its nodes: which may be promised, and what others have taken of them.
 *
 * @param nodeCount how many nodes there are, usable or not
 * @param usable the names of those that nothing speaks against
 * @param taken by others' reservations and by running jobs
 */
record ClusterView(int nodeCount, List<String> usable, List<Promise> taken) {
  ClusterView {
    usable = List.copyOf(usable);
    taken = List.copyOf(taken);
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
    var taken = new ArrayList<Promise>();
    for (var other : reservations) {
      if (!reconciliation.isInTheBooks(other)) {
        other.nodes().forEach(node -> taken.add(new Promise(node, other.schedule())));
      }
    }
    for (var job : jobs) {
      if (!reconciliation.isInTheBooks(job)) {
        job.nodes().forEach(node -> taken.add(new Promise(node, job.limit())));
      }
    }
    var usable = nodes.stream().filter(SlurmNode::isUsable).map(SlurmNode::name).toList();
    return new ClusterView(nodes.size(), usable, taken);
  }

  /** What is free beside all that and our own promises; nodes are numbered as {@link #usable}. */
  FreeNodes free(List<Promise> promised) {
    var busy = new ArrayList<FreeNodes.Busy>();
    for (var promises : List.of(taken, promised)) {
      for (var promise : promises) {
        var number = usable.indexOf(promise.node()) + 1;
        if (number > 0) {
          busy.add(new FreeNodes.Busy(number, promise.during()));
        }
      }
    }
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
