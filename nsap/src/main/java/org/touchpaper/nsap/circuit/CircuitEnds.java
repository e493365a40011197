package org.touchpaper.nsap.circuit;

import java.util.Optional;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/** The two attachments of a circuit, with the labels that are both requested and allowed. */
record CircuitEnds(End source, End destination) {

  /** One end. */
  record End(Attachment attachment, VlanRange labels) {

    static End of(Topology topology, Stp stp) {
      var attachment = topology.findAttachment(stp.port()).orElseThrow();
      var labels =
          stp.vlans() == null
              ? attachment.vlans()
              : attachment.vlans().intersect(stp.vlans()).orElseThrow();
      return new End(attachment, labels);
    }

    End withLabels(VlanRange narrowedLabels) {
      return new End(attachment, narrowedLabels);
    }

    String node() {
      return attachment.port().node();
    }
  }

  /** The ends with their common labels only; empty if there is none. */
  Optional<CircuitEnds> withCommonLabels() {
    return source
        .labels()
        .intersect(destination.labels())
        .map(commonLabels ->
            new CircuitEnds(source.withLabels(commonLabels), destination.withLabels(commonLabels)));
  }

  /** The ends of a request that satisfies the {@link WideAreaRules}. */
  static CircuitEnds of(Topology topology, Stp source, Stp destination) {
    return new CircuitEnds(End.of(topology, source), End.of(topology, destination));
  }
}
