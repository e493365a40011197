package org.touchpaper.bar.web;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One part of a co-allocation; a lightpath's path is drawn as a chain of hops. */
public record PartPanel(
    String title,
    String state,
    @Nullable String reference,
    List<String> names,
    @Nullable String problem,
    boolean released) {

  private static final int SPACING = 115;
  private static final int MARGIN = 60;

  public PartPanel {
    names = List.copyOf(names);
  }

  /** Where a hop is drawn; hosts are square, elements round. */
  public record Hop(String name, int x, boolean host) {}

  public List<Hop> hops() {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new Hop(names.get(i), MARGIN + i * SPACING, names.get(i).contains(".")))
        .toList();
  }

  public int width() {
    return 2 * MARGIN + Math.max(0, names.size() - 1) * SPACING;
  }
}
