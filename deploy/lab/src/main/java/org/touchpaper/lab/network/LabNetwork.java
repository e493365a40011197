package org.touchpaper.lab.network;

import java.io.IOException;
import java.util.List;

/** Two network namespaces, the cluster's and the viewer's, and the emulated path between them. */
public final class LabNetwork implements AutoCloseable {

  private static final String CLUSTER = "touchpaper-lab-cluster";
  private static final String VIEWER = "touchpaper-lab-viewer";
  private static final String INTERFACE = "lab0";

  private static final String CLUSTER_ADDRESS = "10.77.0.1";

  private static final String VIEWER_ADDRESS = "10.77.0.2";
  private static final String CLUSTER_MAC = "02:00:00:00:77:01";
  private static final String VIEWER_MAC = "02:00:00:00:77:02";

  private static final ClusterViewerNamespacePair NAMESPACES =
      new ClusterViewerNamespacePair(
          CLUSTER, VIEWER, CLUSTER_ADDRESS, ClusterViewerNamespacePair.ENGINE_PORT);

  private final TapPathEmulator path;

  private LabNetwork(TapPathEmulator path) {
    this.path = path;
  }

  /** Creates both; those that a killed run left behind are replaced. */
  public static LabNetwork open() throws IOException {
    removeNamespaces();
    TapPathEmulator path = null;
    try {
      ClusterViewerNamespacePair.create(CLUSTER);
      ClusterViewerNamespacePair.create(VIEWER);
      path = TapPathEmulator.open(CLUSTER, VIEWER, INTERFACE, PathSettings.of(0, 0));
      configure(CLUSTER, CLUSTER_ADDRESS, CLUSTER_MAC, VIEWER_ADDRESS, VIEWER_MAC);
      configure(VIEWER, VIEWER_ADDRESS, VIEWER_MAC, CLUSTER_ADDRESS, CLUSTER_MAC);
      return new LabNetwork(path);
    } catch (IOException | RuntimeException e) {
      if (path != null) {
        path.close();
      }
      removeNamespaces();
      throw e;
    }
  }

  /** The neighbour is permanent: a lost ARP request would hold up TCP for a second. */
  private static void configure(
      String namespace, String address, String mac, String neighbour, String neighbourMac)
      throws IOException {
    ClusterViewerNamespacePair.run(
        List.of(
            "ip", "netns", "exec", namespace, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1"));
    ClusterViewerNamespacePair.run(
        List.of("ip", "-n", namespace, "link", "set", INTERFACE, "address", mac));
    ClusterViewerNamespacePair.run(
        List.of("ip", "-n", namespace, "addr", "add", address + "/24", "dev", INTERFACE));
    ClusterViewerNamespacePair.run(List.of("ip", "-n", namespace, "link", "set", INTERFACE, "up"));
    ClusterViewerNamespacePair.run(
        List.of(
            "ip",
            "-n",
            namespace,
            "neigh",
            "replace",
            neighbour,
            "lladdr",
            neighbourMac,
            "dev",
            INTERFACE,
            "nud",
            "permanent"));
  }

  public void impair(PathSettings settings) {
    path.impair(settings);
  }

  public ClusterViewerNamespacePair namespaces() {
    return NAMESPACES;
  }

  @Override
  public void close() throws IOException {
    path.close();
    removeNamespaces();
  }

  private static void removeNamespaces() throws IOException {
    for (var namespace : List.of(CLUSTER, VIEWER)) {
      ClusterViewerNamespacePair.remove(namespace);
    }
  }
}
