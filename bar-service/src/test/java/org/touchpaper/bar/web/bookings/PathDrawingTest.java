package org.touchpaper.bar.web.bookings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A path as a drawing: what is a link, what is broken, and where things stand. */
class PathDrawingTest {

  private static final List<String> PATH =
      List.of("vis.ucl", "EDGE-UCL", "LONDON", "LONDON-READING", "READING", "newton.manchester");

  private static Optional<String> facts(String link) {
    return link.equals("LONDON-READING") ? Optional.of("10 Gbit/s, 1 ms") : Optional.empty();
  }

  @Test
  void aLinkIsALabelledLineBetweenItsElements() {
    var drawing = PathDrawing.of(PathDrawing.hops(PATH, null, PathDrawingTest::facts), 7, true);
    assertThat(drawing.nodes())
        .extracting(PathDrawing.Node::name)
        .containsExactly("vis.ucl", "EDGE-UCL", "LONDON", "READING", "newton.manchester");
    assertThat(drawing.links().get(2).name()).isEqualTo("LONDON-READING");
    assertThat(drawing.links().get(2).label()).isEqualTo("10 Gbit/s, 1 ms");
    assertThat(drawing.links()).extracting(PathDrawing.Link::style).containsOnly("lit");
  }

  @Test
  void aLinkIsKnownByItsNameWhenNothingElseIs() {
    var hops = PathDrawing.hops(PATH, null, _ -> Optional.empty());
    assertThat(PathDrawing.of(hops, 7, false).links().get(2).name()).isEqualTo("LONDON-READING");
  }

  @Test
  void onlyWhatTheProblemNamesIsBroken() {
    assertThat(brokenBy("nsap: impaired: LONDON 1-A-1-1: loss of signal"))
        .containsExactly("LONDON");
    assertThat(brokenBy("nsap: LONDON-READING is down")).containsExactly("LONDON-READING");
    assertThat(brokenBy("cut by officer")).isEmpty();
  }

  private static List<String> brokenBy(String problem) {
    return PathDrawing.hops(PATH, problem, PathDrawingTest::facts).stream()
        .filter(PathDrawing.Hop::isBroken)
        .map(PathDrawing.Hop::name)
        .toList();
  }

  @Test
  void aFullRowContinuesBelowInTheOtherDirection() {
    var names = List.of("A", "B", "C", "D", "E");
    var drawing = PathDrawing.of(PathDrawing.hops(names, null, _ -> Optional.empty()), 3, false);
    var byColumn = drawing.nodes().stream().map(node -> node.name() + "@" + node.x()).toList();
    assertThat(byColumn).containsExactly("A@75", "B@225", "C@375", "D@375", "E@225");
    assertThat(drawing.links().get(2).style()).isEqualTo("dark down");
    assertThat(drawing.nodes()).allMatch(node -> node.y() < drawing.height());
  }
}
