package org.touchpaper.nsap.circuit;

import java.util.Optional;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/** The two attachments a circuit joins, with the labels that are both asked for and allowed. */
record Ends(End source, End destination) {

  /** One of them. */
  record End(Attachment attachment, VlanRange labels) {

    static End of(Topology topology, Stp stp) {
      var attachment = topology.findAttachment(stp.port()).orElseThrow();
      var labels =
          stp.vlans() == null
              ? attachment.vlans()
              : attachment.vlans().intersect(stp.vlans()).orElseThrow();
      return new End(attachment, labels);
    }

    End with(VlanRange fewer) {
      return new End(attachment, fewer);
    }

    String node() {
      return attachment.port().node();
    }
  }

  /** The same with only the labels that both have; nothing if there is none. */
  Optional<Ends> withOneLabel() {
    return source
        .labels()
        .intersect(destination.labels())
        .map(both -> new Ends(source.with(both), destination.with(both)));
  }

  /** The ends of a request that keeps the {@link Rules}. */
  static Ends of(Topology topology, Stp source, Stp destination) {
    return new Ends(End.of(topology, source), End.of(topology, destination));
  }
}
