/**
 * The L-NSAP: one campus as a network segment, from a host's port to the border. It applies the
 * site's policy, books ports, capacity and VLANs, and configures the edge. Start reading at {@link
 * org.touchpaper.lnsap.LnsapApplication}, then {@code campus}, {@code policy}, {@code circuit} and
 * {@code element}. What it shares with the NSAP is in {@code org.touchpaper.segment}.
 */
@NullMarked
package org.touchpaper.lnsap;

import org.jspecify.annotations.NullMarked;
