package org.touchpaper.harc.stream;

import java.util.function.Function;
import org.touchpaper.harc.commit.Extent;

/**
 * What one says of oneself when a stream is opened, and what one reminds the other of.
 *
 * @param incarnation which memory it speaks from
 * @param seen how far it has seen the memory of each peer come
 */
record Own(Incarnation incarnation, Function<String, Extent> seen) {
  static final Own NOTHING = new Own(Incarnation.NONE, _ -> Extent.NONE);
}
