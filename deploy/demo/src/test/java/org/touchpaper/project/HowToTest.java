package org.touchpaper.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code that the how-to pages quote is the code of the files that they name. */
class HowToTest {

  private static final String LEFT_OUT = "…";
  private static final Pattern QUOTE =
      Pattern.compile("```java\\s+// (\\S+\\.java)\\n(.*?)```", Pattern.DOTALL);

  private record Quote(String file, String text) {}

  @ParameterizedTest
  @CsvSource({"write-a-driver.md, 4", "write-a-resource-manager.md, 1"})
  void quotesCodeWordForWord(String page, int expectedQuotes) {
    var text = SourceTree.read(SourceTree.root().resolve("docs/how-to").resolve(page));
    var quotes = quotes(text);
    assertThat(quotes).hasSize(expectedQuotes);
    assertThat(text.split("```java", -1)).hasSize(quotes.size() + 1);
    for (var quote : quotes) {
      var code = withoutSpace(SourceTree.read(SourceTree.root().resolve(quote.file())));
      var position = 0;
      for (var piece : quote.text().split(LEFT_OUT, -1)) {
        var found = code.indexOf(withoutSpace(piece), position);
        assertThat(found)
            .as("%s differs from this quote, or has it elsewhere:%n%s", quote.file(), piece)
            .isNotNegative();
        position = found + withoutSpace(piece).length();
      }
    }
  }

  private static List<Quote> quotes(String text) {
    var quotes = new ArrayList<Quote>();
    for (var match = QUOTE.matcher(text); match.find(); ) {
      quotes.add(new Quote(match.group(1), match.group(2)));
    }
    return quotes;
  }

  /** A page breaks lines in other places. */
  private static String withoutSpace(String code) {
    return code.replaceAll("\\s+", "");
  }
}
