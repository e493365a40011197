/**
 * The NSAP: the wide area as one network segment. It finds paths through its topology, books
 * capacity, time slots and labels, and configures the elements of each circuit. Start reading at
 * {@link org.touchpaper.nsap.NsapApplication}, then {@code topology}, {@code path}, {@code
 * circuit}, {@code registry} and {@code element}. What it shares with the campuses' L-NSAPs is in
 * {@code org.touchpaper.segment}.
 */
@NullMarked
package org.touchpaper.nsap;

import org.jspecify.annotations.NullMarked;
