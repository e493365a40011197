/**
 * The NSAP: the wide area as one network segment. It knows the topology, finds ways through it,
 * books capacity, time slots and labels, and configures the elements at the start and end of each
 * circuit. Start reading at {@link org.touchpaper.nsap.NsapApplication}, then {@code topology},
 * {@code path}, {@code circuit} and {@code element}; what it shares with the campuses' L-NSAPs is
 * {@code org.touchpaper.segment}.
 */
@NullMarked
package org.touchpaper.nsap;

import org.jspecify.annotations.NullMarked;
