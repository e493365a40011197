package org.touchpaper.bar.coallocation.validation;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.directory.NetworkDirectory;

/** Validates the nodes of a request, and what a run on them says apart from its application. */
record NodesValidator(NetworkDirectory directory, Violations violations) {

  private static final Pattern ENVIRONMENT_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  void validate(List<Nodes> compute) {
    var clusters = new HashSet<String>();
    for (var i = 0; i < compute.size(); i++) {
      var nodes = compute.get(i);
      var field = "compute[" + i + "].";
      validateNodes(field, nodes);
      if (!clusters.add(nodes.resource())) {
        violations.report(
            field + "resource",
            "once",
            nodes.resource() + " is listed twice; list it once with the total number of nodes");
      }
    }
  }

  private void validateNodes(String field, Nodes requested) {
    violations.requireAtLeastOne(field, "nodes", requested.nodes());
    if (requested.run() != null && !requested.run().stop()) {
      validateRun(field + "run.", requested.run().spec());
    }
    var cluster = directory.cluster(requested.resource());
    if (cluster.isEmpty()) {
      violations.report(
          field + "resource",
          "known-cluster",
          Violations.unknownText(
              "cluster",
              "clusters",
              requested.resource(),
              directory.clusters().stream().map(NetworkDirectory.Cluster::name)));
    } else if (requested.nodes() > cluster.get().nodes()) {
      violations.report(
          field + "nodes",
          "at-most-the-machine",
          "%s has %d nodes; requested: %d"
              .formatted(requested.resource(), cluster.get().nodes(), requested.nodes()));
    }
  }

  /**
   * What does not depend on the cluster; {@link RunApplicationValidator} asks the cluster for the
   * rest.
   */
  private void validateRun(String field, JobSpec spec) {
    requireAtLeastOne(field + "resources.processesPerNode", spec.processesPerNode());
    requireAtLeastOne(field + "resources.cpuCoresPerProcess", spec.cpuCoresPerProcess());
    spec.environment().keySet().stream()
        .filter(name -> !ENVIRONMENT_NAME.matcher(name).matches())
        .forEach(name ->
            violations.report(
                field + "environment",
                "environment-name",
                "an environment variable has letters, digits and _ in its name, not " + name));
    if (spec.viewer() != null && directory.host(spec.viewer()).isEmpty()) {
      violations.reportUnknownHost(field + "viewer", spec.viewer(), directory);
    }
  }

  private void requireAtLeastOne(String field, @Nullable Integer value) {
    if (value != null && value < 1) {
      violations.report(field, "at-least-1", "it must be at least 1, not " + value);
    }
  }
}
