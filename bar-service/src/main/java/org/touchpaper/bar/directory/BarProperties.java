package org.touchpaper.bar.directory;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.bar.directory.NetworkDirectory.DirectoryPeer;

/**
 * The broker's configuration under {@code touchpaper.bar}, which is read once, at its start.
 *
 * @param campus the id of the campus this broker serves, such as {@code ucl}
 * @param lnsap the peer name of the campus's L-NSAP; absent if the campus's hosts are ends of the
 *     wide area, which the NSAP then connects alone
 * @param nsap the peer name of the wide area's NSAP
 * @param networkRm the peer name of the resource manager for this broker's lightpaths; absent if
 *     lightpaths are not co-allocated through this broker
 * @param acceptors the peer names of HARC's acceptors; all participants use the same order
 * @param epoch the epoch of that set of acceptors; incremented at each change
 * @param setupLead how long before a co-allocation's start its lightpath is booked, so that it is
 *     up in time
 * @param decideWithin how long resource managers may take to vote; less if the start is nearer
 * @param directory the file of campuses, hosts and clusters; a change takes effect without a
 *     restart
 * @param directoryInterval how often that file is read; a change takes effect when two readings
 *     agree
 */
@ConfigurationProperties("touchpaper.bar")
public record BarProperties(
    String campus,
    @Nullable String lnsap,
    String nsap,
    @Nullable String networkRm,
    @DefaultValue List<String> acceptors,
    @DefaultValue("1") int epoch,
    @DefaultValue("10s") Duration setupLead,
    @DefaultValue("8s") Duration decideWithin,
    Resource directory,
    @DefaultValue("2s") Duration directoryInterval) {

  public BarProperties {
    lnsap = lnsap == null || lnsap.isBlank() ? null : lnsap;
    networkRm = networkRm == null || networkRm.isBlank() ? null : networkRm;
    acceptors = List.copyOf(acceptors);
  }

  /** The segments that it always calls. */
  public List<DirectoryPeer> ownPeers() {
    var wideArea = new DirectoryPeer(nsap, List.of("segment"), "the NSAP");
    return lnsap == null
        ? List.of(wideArea)
        : List.of(new DirectoryPeer(lnsap, List.of("segment"), "the L-NSAP"), wideArea);
  }

  /** The peer name of the segment in which a circuit within the campus lies. */
  public String ownSegment() {
    return lnsap == null ? nsap : lnsap;
  }
}
