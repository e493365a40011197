package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * CONTRIBUTING.md shows how a driver is written by files of ours, and not by what they once were.
 */
class ContributingTest {

  private static final String LEFT_OUT = "…";
  private static final Pattern QUOTE =
      Pattern.compile("```java\\s+// (\\S+\\.java)\\n(.*?)```", Pattern.DOTALL);

  private static final Path ROOT = root();

  private record Quote(String file, String text) {}

  private static Path root() {
    for (var here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
      if (Files.exists(here.resolve("CONTRIBUTING.md"))) {
        return here;
      }
    }
    throw new IllegalStateException("no CONTRIBUTING.md above " + Path.of("").toAbsolutePath());
  }

  private static String worked() throws IOException {
    var page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    var from = page.indexOf("## A driver for another make of element");
    return page.substring(from, page.indexOf("\n## ", from + 1));
  }

  private static List<Quote> quotes() throws IOException {
    var quotes = new ArrayList<Quote>();
    for (var match = QUOTE.matcher(worked()); match.find(); ) {
      quotes.add(new Quote(match.group(1), match.group(2)));
    }
    return quotes;
  }

  @Test
  void quotesMakeDriverDialectAndContractWordForWord() throws IOException {
    for (var quote : quotes()) {
      var file = bare(Files.readString(ROOT.resolve(quote.file())));
      var at = 0;
      for (var piece : quote.text().split(LEFT_OUT, -1)) {
        var found = file.indexOf(bare(piece), at);
        assertThat(found)
            .as("%s does not say so, or not here:%n%s", quote.file(), piece)
            .isNotNegative();
        at = found + bare(piece).length();
      }
    }
  }

  @Test
  void leavesOutNoneOfThemAndShowsNothingElse() throws IOException {
    var quotes = quotes();
    assertThat(quotes)
        .extracting(quote -> Path.of(quote.file()).getFileName().toString())
        .containsExactly(
            "Polatis.java",
            "PolatisDriver.java",
            "Polatis.java",
            "EmulatedElement.java",
            "PolatisContractTest.java");
    assertThat(worked().split("```java", -1)).hasSize(quotes.size() + 1);
  }

  /** Lines are broken otherwise on the page. */
  private static String bare(String code) {
    return code.replaceAll("\\s+", "");
  }
}
