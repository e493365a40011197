/**
 * Who is let in, and how many at once. A co-allocation's own segments call this broker back while
 * its caller waits, so they are never queued behind callers (DESIGN decision 6): each kind has a
 * {@link org.touchpaper.bar.admission.Gate} of its own, and some of the pool's connections are not
 * for callers ({@link org.touchpaper.bar.admission.SharedPool}). A place is taken by whoever is
 * known and has said all ({@link org.touchpaper.bar.admission.WholeBody}), and no caller has more
 * than a share of them.
 */
@NullMarked
package org.touchpaper.bar.admission;

import org.jspecify.annotations.NullMarked;
