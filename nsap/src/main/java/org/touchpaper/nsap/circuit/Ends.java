package org.touchpaper.nsap.circuit;

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

    String node() {
      return attachment.port().node();
    }
  }

  /** The ends of a request that keeps the {@link Rules}. */
  static Ends of(Topology topology, Stp source, Stp destination) {
    return new Ends(End.of(topology, source), End.of(topology, destination));
  }
}
