/**
 * The L-NSAP: one campus as a network segment, from a host's port to the border. It knows the
 * campus, keeps the site's policy, books ports, capacity and VLANs, and configures the edge. Start
 * reading at {@link org.touchpaper.lnsap.LnsapApplication}, then {@code campus}, {@code policy},
 * {@code circuit} and {@code element}; what it shares with the NSAP is {@code
 * org.touchpaper.segment}.
 */
@NullMarked
package org.touchpaper.lnsap;

import org.jspecify.annotations.NullMarked;
