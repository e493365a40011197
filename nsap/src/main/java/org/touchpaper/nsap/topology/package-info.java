/**
 * Nodes, links and attachments of the wide area. Start reading at {@link
 * org.touchpaper.nsap.topology.Topology}; {@link org.touchpaper.nsap.topology.TopologyFile} reads
 * it from a file. The demo network is the resource {@code nsap/uklight.yaml}.
 */
@NullMarked
package org.touchpaper.nsap.topology;

import org.jspecify.annotations.NullMarked;
