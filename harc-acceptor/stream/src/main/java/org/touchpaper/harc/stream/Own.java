package org.touchpaper.harc.stream;

import java.util.function.Function;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Extent;

/**
 * What is a peer's own on all its streams.
 *
 * @param self its name
 * @param incarnation which memory it speaks from
 * @param seen how far it has seen the memory of each peer come, to remind that one of it
 * @param refused tells of whoever is not let in, or proves to be somebody else than was called
 * @param records those that have gone over them lately
 */
record Own(
    String self,
    Incarnation incarnation,
    Function<String, Extent> seen,
    RareWarnings refused,
    RecentRecords records) {

  static Own of(String self, Incarnation incarnation, Function<String, Extent> seen) {
    var log = LoggerFactory.getLogger(Streams.class);
    return new Own(self, incarnation, seen, new RareWarnings(log::warn), new RecentRecords());
  }

  /** Of a peer that has no memory to show. */
  static Own of(String self) {
    return of(self, Incarnation.NONE, _ -> Extent.NONE);
  }
}
