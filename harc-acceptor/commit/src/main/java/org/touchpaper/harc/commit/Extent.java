package org.touchpaper.harc.commit;

import java.util.regex.Pattern;

/**
 * How far an acceptor's memory has come: in which of its {@link Lives}, and how many entries it
 * has. Others note how far they have seen it come, and remind it.
 *
 * @param life a word of that life's own, drawn when it began; empty if none has been seen
 * @param entries how often the memory had been added to since it was blank
 */
public record Extent(String life, long entries) {
  private static final Pattern LIFE = Pattern.compile("[A-Za-z0-9-]{0,80}");

  /** Nothing has been seen of it. */
  public static final Extent NONE = new Extent("", 0);

  public Extent {
    if (entries < 0 || !LIFE.matcher(life).matches()) {
      throw new IllegalArgumentException("no extent: " + life + " " + entries);
    }
  }

  /** True if what was seen then was seen later, and in the same life. */
  public boolean isBeyond(Extent earlier) {
    return life.equals(earlier.life()) && entries > earlier.entries();
  }

  @Override
  public String toString() {
    return life.isEmpty() ? "nothing" : entries + " entries in life " + life;
  }
}
