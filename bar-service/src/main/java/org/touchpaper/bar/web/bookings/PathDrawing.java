package org.touchpaper.bar.web.bookings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A lightpath's path as a drawing, in the units of an SVG's view box: nodes, joined by links. A row
 * that is full continues below, in the other direction.
 *
 * @param columns the number of nodes in a row; with one column the names stand beside the nodes
 */
record PathDrawing(int width, int height, int columns, List<Node> nodes, List<Link> links) {

  private static final int STEP = 150;
  private static final int ROW = 96;
  private static final int NARROW_ROW = 64;
  private static final int NARROW_WIDTH = 320;
  private static final int TOP = 44;
  private static final int BOTTOM = 40;
  private static final int MARGIN = 24;
  private static final int MAX_NAME = 20;

  PathDrawing {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
  }

  /**
   * A name on a path.
   *
   * @param label what to say of a link: its capacity and delay; null if not known
   * @param isBroken whether something is wrong there
   */
  record Hop(String name, Kind kind, @Nullable String label, boolean isBroken) {
    enum Kind {
      HOST,
      ELEMENT,
      LINK
    }
  }

  /** A host or an element. The text is at {@code textX}, {@code textY}. */
  public record Node(
      String name, String shortName, int x, int y, int textX, int textY, String style) {
    public boolean isElement() {
      return style.startsWith("element");
    }
  }

  /** A line between two nodes. What it says stands at {@code textX}, {@code textY}. */
  public record Link(
      int x1,
      int y1,
      int x2,
      int y2,
      int textX,
      int textY,
      @Nullable String name,
      @Nullable String label,
      String style) {}

  /** What is known of a link, such as {@code 10 Gbit/s, 1 ms}. */
  interface LinkFacts extends Function<String, Optional<String>> {}

  /**
   * Reads a path as segments report it: hosts have a dot in their names, and a link stands between
   * the elements that it joins and is named after them, unless it is known.
   *
   * @param problem what is wrong with the lightpath; hops whose names it contains are broken
   */
  static List<Hop> hops(List<String> names, @Nullable String problem, LinkFacts facts) {
    var hops = new ArrayList<Hop>();
    for (var i = 0; i < names.size(); i++) {
      var name = names.get(i);
      var isLink = i > 0 && i + 1 < names.size() && isLink(names, i, facts);
      hops.add(
          new Hop(
              name,
              isLink ? Hop.Kind.LINK : name.contains(".") ? Hop.Kind.HOST : Hop.Kind.ELEMENT,
              isLink ? facts.apply(name).orElse(null) : null,
              problem != null && names(problem, name)));
    }
    return hops;
  }

  private static boolean isLink(List<String> names, int index, LinkFacts facts) {
    var name = names.get(index);
    var before = names.get(index - 1);
    var after = names.get(index + 1);
    return facts.apply(name).isPresent()
        || (name.startsWith(before) && name.endsWith(after))
        || (name.startsWith(after) && name.endsWith(before));
  }

  /** Says the path, for those who do not see the drawing. */
  static String inWords(List<Hop> hops) {
    return hops.stream()
        .map(hop ->
            hop.name()
                + (hop.label() == null ? "" : " (" + hop.label() + ")")
                + (hop.isBroken() ? " (problem)" : ""))
        .collect(Collectors.joining(", "));
  }

  /** A name is not found as a part of another, such as LONDON in LONDON-READING. */
  private static boolean names(String problem, String name) {
    for (var at = problem.indexOf(name); at >= 0; at = problem.indexOf(name, at + 1)) {
      var end = at + name.length();
      if ((at == 0 || isBoundary(problem.charAt(at - 1)))
          && (end == problem.length() || isBoundary(problem.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBoundary(char character) {
    return !Character.isLetterOrDigit(character) && character != '-' && character != '_';
  }

  /**
   * Lays out a path.
   *
   * @param isUp whether light passes: the lines are drawn so
   */
  static PathDrawing of(List<Hop> hops, int columns, boolean isUp) {
    var nodes = new ArrayList<Node>();
    var links = new ArrayList<Link>();
    Hop link = null;
    for (var hop : hops) {
      if (hop.kind() == Hop.Kind.LINK) {
        link = hop;
        continue;
      }
      var node = node(hop, nodes.size(), columns);
      if (!nodes.isEmpty()) {
        links.add(link(nodes.getLast(), node, link, columns, isUp));
      }
      nodes.add(node);
      link = null;
    }
    var rows = (nodes.size() + columns - 1) / columns;
    return columns == 1
        ? new PathDrawing(NARROW_WIDTH, Math.max(1, rows) * NARROW_ROW, 1, nodes, links)
        : new PathDrawing(
            Math.min(columns, nodes.size()) * STEP,
            TOP + BOTTOM + Math.max(0, rows - 1) * ROW,
            columns,
            nodes,
            links);
  }

  private static Node node(Hop hop, int index, int columns) {
    var row = index / columns;
    var column = row % 2 == 0 ? index % columns : columns - 1 - index % columns;
    var style =
        (hop.kind() == Hop.Kind.HOST ? "host" : "element") + (hop.isBroken() ? " broken" : "");
    if (columns == 1) {
      var y = row * NARROW_ROW + NARROW_ROW / 2;
      return new Node(hop.name(), hop.name(), MARGIN, y, MARGIN + 20, y + 5, style);
    }
    var x = column * STEP + STEP / 2;
    var y = TOP + row * ROW;
    return new Node(hop.name(), shorten(hop.name()), x, y, x, y + 28, style);
  }

  private static Link link(Node from, Node to, @Nullable Hop hop, int columns, boolean isUp) {
    var isVertical = from.x() == to.x();
    var style = hop != null && hop.isBroken() ? "broken" : isUp ? "lit" : "dark";
    var textX = columns == 1 ? from.textX() : isVertical ? from.x() + 12 : (from.x() + to.x()) / 2;
    var textY = isVertical ? (from.y() + to.y()) / 2 : from.y() - 24;
    return new Link(
        from.x(),
        from.y(),
        to.x(),
        to.y(),
        textX,
        textY,
        hop == null ? null : hop.name(),
        hop == null ? null : hop.label(),
        style + (isVertical ? " down" : ""));
  }

  private static String shorten(String name) {
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "…";
  }
}
