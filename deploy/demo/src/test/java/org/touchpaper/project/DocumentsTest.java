package org.touchpaper.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents stay short enough to be read, and their links lead somewhere. */
class DocumentsTest {

  private static final int MAX_CELL = 200;
  private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)#\\s]+)[^)]*\\)");

  @ParameterizedTest
  @CsvSource({"ARCHITECTURE.md, 12288", "CONTRIBUTING.md, 5120", "CHANGELOG.md, 8192"})
  void staysWithinItsSize(String document, long maxBytes) throws IOException {
    assertThat(Files.size(SourceTree.root().resolve(document))).isLessThanOrEqualTo(maxBytes);
  }

  @Test
  void noTableHasACellOfMoreThan200Characters() {
    var longCells = new ArrayList<String>();
    for (var document : SourceTree.documents()) {
      SourceTree.read(document)
          .lines()
          .filter(line -> line.startsWith("|"))
          .flatMap(line -> Stream.of(line.split("(?<!\\\\)\\|")))
          .filter(cell -> cell.strip().length() > MAX_CELL)
          .forEach(cell -> longCells.add(relative(document) + ": " + cell.strip()));
    }
    assertThat(longCells).isEmpty();
  }

  @Test
  void everyLinkBetweenDocumentsLeadsToAFile() {
    var broken = new ArrayList<String>();
    for (var document : SourceTree.documents()) {
      for (var link = LINK.matcher(SourceTree.read(document)); link.find(); ) {
        var target = link.group(1);
        var folder = document.getParent();
        if (!target.contains(":") && (folder == null || !Files.exists(folder.resolve(target)))) {
          broken.add(relative(document) + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static Path relative(Path document) {
    return SourceTree.root().relativize(document);
  }
}
