/**
 * Nodes, links and attachments of the wide area. Start reading at {@link
 * org.touchpaper.nsap.topology.Topology}; {@link org.touchpaper.nsap.topology.TopologyFile} reads
 * it from a file. Examples are in {@code deploy/samples}.
 */
@NullMarked
package org.touchpaper.nsap.topology;

import org.jspecify.annotations.NullMarked;
